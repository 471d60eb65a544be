import EndpointKit
import TestSupport
import Testing

/// Our decoder returns the same results as Foundation's: the same value, or an error of the same kind at the same path.
@Suite struct JSONDecoderConformanceTests {
    @Test func `ResponseDecoder: each case of the table decodes as with JSONDecoder, except for accepted differences`() {
        var unseen = Difference.accepted
        for item in DecodingCase.groups.values.joined() {
            let (ours, foundations) = item.outcomes()
            if ours == foundations { continue }
            if Difference.accepted.contains(where: { $0.explains(item.name, item.document, ours: ours) }) {
                unseen.removeAll { $0.explains(item.name, item.document, ours: ours) }
                continue
            }
            let document = String(decoding: item.document.prefix(500), as: UTF8.self)
            Issue.record("\(item.name): \(document)\nours: \(ours)\nFoundation's: \(foundations)")
        }
        #expect(unseen.map(\.name) == [])
    }

    @Test func `ResponseDecoder: one decoder serves many calls at the same time, and types that use it while being decoded`() async throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let responses = ResponseDecoder(decoder)
        let outcomes = await withTaskGroup(of: [DecodedOutcome].self) { group in
            for task in 0..<16 {
                group.addTask {
                    (0..<20).map { round in
                        let inner = Data(#"{"inner_text": [\#(task), \#(round)]}"#.utf8)
                        return DecodedOutcome {
                            try Documented.$decode.withValue({ try responses.decode(from: HTTPResponse(body: $0)) }) {
                                let outer =
                                    #"[{"text": "\#(inner.base64EncodedString())", "number": \#(round)}, {"text": "", "number": null}]"#
                                return try responses.decode([Documented].self, from: HTTPResponse(body: Data(outer.utf8)))
                            }
                        }
                    }
                }
            }
            return await group.reduce(into: []) { $0 += $1 }
        }
        let expected = (0..<16).flatMap { task in
            (0..<20).map { round in
                DecodedOutcome { [Documented(inner: [task, round], number: round), Documented(inner: nil, number: nil)] }
            }
        }
        #expect(Set(outcomes.map(\.description)) == Set(expected.map(\.description)))
    }

    /// The small version of a stress run.
    @Test func `ResponseDecoder: a random document of a random type decodes as with JSONDecoder`() throws {
        try DecodedDocuments.run(500, seed: 42)
    }
}

/// Decodes a document that one of its strings contains, while it is being decoded itself.
private struct Documented: Decodable {
    @TaskLocal static var decode: @Sendable (Data) throws -> [String: [Int]] = { _ in [:] }

    var inner: [Int]?
    var number: Int?

    init(inner: [Int]?, number: Int?) { (self.inner, self.number) = (inner, number) }

    init(from decoder: any Decoder) throws {
        let object = try decoder.container(keyedBy: AnyKey.self)
        inner = try? Self.decode(object.decode(Data.self, forKey: "text"))["inner_text"]
        number = try object.decodeIfPresent(Int.self, forKey: "number")
    }
}

extension DecodingCase {
    static let groups: [String: [DecodingCase]] = [
        "integers": integers, "floating point": floatingPoint, "many floating point": manyFloatingPoint, "decimals": decimals,
        "texts": texts, "keys": keys, "objects": objects, "arrays": arrays, "enums": enums, "dictionaries": dictionaries, "types": types,
        "dates": dates, "data": data, "non-conforming floats": nonConformingFloats,
        "key strategies": keyStrategies, "other settings": otherSettings, "documents": documents, "encodings": encodings, "depths": depths,
        "kept containers": keptContainers, "coding paths": paths,
    ]
}
