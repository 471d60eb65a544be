import EndpointCassettes
import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization

/// Mutations of valid inputs for one of the readers; the same seed gives the same inputs.
public struct MutatedInputs: Sendable {
    public let name: String
    private let originals: [[UInt8]]
    private let pieces: [String]
    /// Reads an input, and throws if the result is wrong. Returns false if the input is rejected.
    private let read: @Sendable ([UInt8]) async throws -> Bool

    /// The largest input.
    private static let sizeLimit = 16 << 10

    /// Reads a number of inputs; some must be accepted and some rejected. None may take more processor time than `limit`.
    @discardableResult public func run(_ count: Int, seed: UInt64, limit: Duration? = nil) async throws -> String {
        var random = SplitMix64(seed: seed)
        var accepted = 0
        var longest = Duration.zero
        for number in 0..<count {
            let bytes = mutated(&random)
            let start = processorTime()
            if try await read(bytes) { accepted += 1 }
            let time = processorTime() - start
            longest = max(longest, time)
            if let limit {
                try require(time <= limit, "\(name): input \(number) of \(bytes.count) bytes took \(time): \(Self.shown(bytes))")
            }
        }
        try require(accepted > 0 && accepted < count, "\(name): \(accepted) of \(count) inputs were accepted")
        return "\(name): \(accepted) of \(count) accepted" + (limit == nil ? "" : ", the longest took \(longest)")
    }

    private static func shown(_ bytes: [UInt8]) -> String { String(decoding: bytes.prefix(300), as: UTF8.self).debugDescription }

    private func mutated(_ random: inout SplitMix64) -> [UInt8] {
        var bytes = originals.randomElement(using: &random) ?? []
        for _ in 0...Int.random(in: 0..<5, using: &random) {
            let index = Int.random(in: 0...bytes.count, using: &random)
            let range = index..<min(bytes.count, index + Int.random(in: 0..<24, using: &random))
            switch Int.random(in: 0..<8, using: &random) {
            case 0: bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: index)
            case 1: bytes.removeSubrange(range)
            case 2: if index < bytes.count { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            case 3: if index < bytes.count { bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &random) }
            case 4: bytes.insert(contentsOf: bytes[range], at: Int.random(in: 0...bytes.count, using: &random))
            // Expensive parts occur often.
            case 5: repeatPiece(of: &bytes, Array(bytes[range]), at: index, &random)
            case 6: repeatPiece(of: &bytes, Array((pieces.randomElement(using: &random) ?? "").utf8), at: index, &random)
            default: if Int.random(in: 0..<8, using: &random) == 0 { bytes.removeSubrange(index...) }
            }
        }
        return bytes
    }

    private func repeatPiece(of bytes: inout [UInt8], _ piece: [UInt8], at index: Int, _ random: inout SplitMix64) {
        guard !piece.isEmpty, bytes.count < Self.sizeLimit else { return }
        let count = min(1 << Int.random(in: 0..<13, using: &random), (Self.sizeLimit - bytes.count) / piece.count)
        bytes.insert(contentsOf: repeatElement(piece, count: count).joined(), at: index)
    }
}

/// The processor time of all threads of this process.
private func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
}

extension MutatedInputs {
    public static var all: [MutatedInputs] { get throws { try settings + [linkFields, json, events, bodies] } }

    /// Settings files: JSON, and property lists.
    public static var settings: [MutatedInputs] {
        get throws {
            let list = try bytes("Tests/EndpointSettings/Fixtures/settings.plist")
            return [
                try MutatedInputs(
                    "settings", [bytes("Config/marvel.json"), bytes("Config/github.json")],
                    [
                        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\uD800", "/*", "*/", "//", "\n", "\r", "null", "true", "-",
                        "1e999",
                        "0", "{\"env\":", "\u{0}", "é", "😀", "99999999999999999999", "30s", "~", "\"profiles\": {", "\"a\": {},",
                    ], settingsReader()),
                try MutatedInputs(
                    "property list", [list],
                    [
                        "<", ">", "</", "<dict>", "</dict>", "<array>", "<key>a</key>", "<true/>", "&", "&#x110000;", "<![CDATA[", "<!--",
                        "-->",
                        "\u{0}", "<integer>99999999999999999999</integer>", "<date>", "bplist00",
                    ], settingsReader()),
            ]
        }
    }

    private init(
        _ name: String, _ originals: [[UInt8]], _ pieces: [String], _ read: @escaping @Sendable ([UInt8]) async throws -> Bool
    ) {
        self.name = name
        self.originals = originals
        self.pieces = pieces
        self.read = read
    }

    private static func bytes(_ path: String) throws -> [UInt8] {
        let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
        return [UInt8](try Data(contentsOf: root.appending(path: path)))
    }

    /// Every file must load as a configuration, or fail with an error that names the location.
    private static func settingsReader() throws -> @Sendable ([UInt8]) throws -> Bool {
        let folder = try Folder()
        let environment = ["MARVEL_PUBLIC_KEY": "1", "MARVEL_PRIVATE_KEY": "2", "TOKEN": "3"]
        return { bytes in
            try folder.write(bytes, to: "a")
            do {
                let configuration = try APIConfiguration(contentsOf: folder.file("a"), environment: environment)
                try require(!configuration.settings.isEmpty, "a configuration without settings was loaded")
                return true
            } catch let error as APIError {
                try check(error, in: bytes)
                return false
            }
        }
    }

    private static func check(_ error: APIError, in bytes: [UInt8]) throws {
        try require(!error.configurationProblems.isEmpty, "an error names no problem: \(error)")
        let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
        for problem in error.configurationProblems {
            try require(problem.message.hasPrefix("expected "), "a problem doesn't say what was expected: \(problem)")
            guard case .file(_, let line?, let column?, _) = problem.origin else { continue }
            try require((1...lines).contains(line), "a problem is in line \(line) of \(lines): \(problem)")
            try require((1...bytes.count + 1).contains(column), "a problem is in column \(column): \(problem)")
        }
    }

    private static let linkFields = MutatedInputs(
        "Link fields",
        [
            #"<https://api.example.com/a?page=2>; rel="next"; title="x, <y>; \"z\"", <b>; rel=last; title*=UTF-8'de'letztes%20Kapitel"#,
            #"  <a>  ;  rel  =  "prev  next"  ,  <c;d=1,e>;flag"#,
        ].map { Array($0.utf8) }, ["<", ">", ";", ",", "\"", "\\", "=", "*", "'", "%", "<,", "<a>", ";a", "a*=", "rel=next", " "]
    ) { bytes in
        let field = String(decoding: bytes, as: UTF8.self)
        let links = LinkHeader(field).links
        for link in links where link.parameters.count < 100 {
            try require(field.utf8.count < 1000 ? field.contains("<\(link.target)>") : true, "<\(link.target)> isn't part of the field")
        }
        return LinkHeader(field)["next"] != nil
    }

    private struct Holder: Decodable {
        var value: JSON
    }

    private static let json = MutatedInputs(
        "JSON",
        [
            #"{"z":1,"a":[true,false,null],"text":"Zoë \"q\" \\ \n\u0001/","nested":{"empty":{},"list":[],"pi":3.25},"big":9223372036854775807}"#,
            #"[[1,-2.5e-1,18446744073709551616],[{"a":{"b":[[[[]]]]}}],"\uD83D\uDE00",null]"#,
        ].map { Array($0.utf8) },
        [
            "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\uD800", "null", "true", "-", "1e999", "0", "\u{0}", "é", "e\u{301}",
            "99999999999999999999", "{\"a\":", "[],", "1,", "{},", "\"\",", "\"password\":",
        ]
    ) { bytes in
        // Inside another type, `JSON` is read by a separate reader.
        do {
            _ = try ResponseDecoder().decode(Holder.self, from: HTTPResponse(body: Data(#"{"value":"#.utf8 + bytes + "}".utf8)))
        } catch let error as APIError {
            try require(error.excerpt.map { $0.utf8.count < 1000 } ?? true, "an excerpt is long")
        }
        guard let value = try? JSON(parsing: bytes) else { return false }
        try require(JSON(parsing: "\(value)") == value, "a value reads back differently: \(value)")
        return true
    }

    private static let events = MutatedInputs(
        "event streams",
        [
            "event: a\ndata: one\ndata: two\nid: 7\nretry: 250\n\n: comment\n\ndata\n\ndata: três\r\n\r\nid\r\rdata: x\r\r",
            "\u{FEFF}data: {\"a\": 1}\n\nretry: x\nid: a\u{0}b\n\n",
        ].map { Array($0.utf8) },
        ["\n", "\r", "\r\n", ":", "data", "data:", "data: a\n", "id: ", "retry: 99999999999999999999", "event", "\u{0}", "é"]
    ) { bytes in
        let cut = bytes.isEmpty ? 0 : (bytes.count * 7 + Int(bytes[0])) % bytes.count
        let client = APIClient(
            configuration: APIConfiguration(baseURL: URL(filePath: "/")), transport: Once([bytes[..<cut], bytes[cut...]]))
        var count = 0
        for try await event in client.events(.get(try requireURL("https://api.example.com/events")), reconnecting: nil) {
            try require(event.id?.utf8.contains(0) != true, "an id has a NUL")
            count += 1
        }
        return count > 0
    }

    /// Bodies whose secrets are hidden. Bodies without secrets count as rejected.
    private static let bodies = MutatedInputs(
        "shown bodies",
        [
            #"{"password":"x","a":[{"api_key":1}],"text":"https://u:p@a.b/?token=c","more":"{\"pin\":\"1\"}"}"#,
            "<a><password type=\"x\">y<b/></password><key>token</key><string>z</string><p name=\"pin\" value=\"1\"/><![CDATA[<]]></a>",
            "user: a\npassword: |\n  b\n  c\nlist:\n- token: 'd''e'\n- Bearer abc.def\n\"secret\"=\"f\\\"g\"; x=y",
            "a=b&password=c%20d&token[0]=e&code=f",
        ].map { Array($0.utf8) },
        [
            "<", ">", "</", "/>", "<password>", "<key>", "<![CDATA[", "]]>", "\"", "'", "\"\"\"", "\\", "=", ":", ": ", "&", ";", "\n",
            "\r\n", "  ",
            "- ", "password", "token=", "\"pin\":", "{", "}", "[", "]", ",", "://", "@", "Bearer ", "é", "\u{0}",
        ]
    ) { bytes in
        let types = ["application/json", "application/xml", "application/x-www-form-urlencoded", "text/plain"]
        let shown = Redaction.standard.scrub(body: bytes, contentType: types[bytes.count % types.count])
        return String(decoding: shown, as: UTF8.self).contains(Redaction.mark)
    }

    private static func requireURL(_ text: String) throws -> URL {
        guard let url = URL(string: text) else { throw Complaint("\(text) isn't a URL") }
        return url
    }

    /// Responds with an event stream in these chunks.
    private struct Once: Transport {
        let chunks: [Data]

        init(_ chunks: [ArraySlice<UInt8>]) { self.chunks = chunks.map { Data($0) } }

        func send(_ request: HTTPRequest, in context: TransferContext) throws -> HTTPResponse { throw Complaint("not streamed") }
        func stream(_ request: HTTPRequest, in context: TransferContext) throws -> HTTPResponseStream {
            let rest = Mutex(chunks[...])
            return HTTPResponseStream(
                headers: ["Content-Type": "text/event-stream"], body: HTTPResponseStream.Body { rest.withLock { $0.popFirst() } })
        }
    }
}
