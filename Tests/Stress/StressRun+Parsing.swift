import EndpointCassettes
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport

extension StressRun {
    static let pagedElements = StressRun(name: "paged-elements", purpose: "1,000,000 elements are paged in bounded memory") { _ in
        struct NumberPage: Decodable, Sendable, CursorResponse {
            var elements: [Int]
            var next: String?
            var nextCursor: String? { next }
        }
        let total = 1_000_000
        let server = try LoopbackServer { request in
            let start = request.query["cursor"].flatMap { Int($0) } ?? 0
            let end = min(start + 1000, total)
            let numbers = (start..<end).map { "\($0)" }.joined(separator: ",")
            return HTTPResponse(body: Data(#"{"elements": [\#(numbers)], "next": \#(end < total ? "\"\(end)\"" : "null")}"#.utf8))
        }
        let list = Route.get("numbers").paged(by: .cursor(), as: NumberPage.self)
        var count = 0
        var memory = 0
        for try await number in server.client().elements(of: list, prefetch: 1) {
            try require(number == count, "element \(count) is \(number)")
            count += 1
            // All memory that is allocated only once has been allocated by then.
            if count == total / 5 { memory = residentBytes() }
        }
        try require(count == total, "\(count) of \(total) elements came")
        return try expectGrowth(since: memory, below: 4 << 20)
    }

    static let randomLists = StressRun(
        name: "random-lists", purpose: "10,000 lists in pages of any sizes have each element once, and as many that change come to an end",
        limit: .seconds(600)
    ) { seed in
        for list in 0..<10_000 {
            let model = ListModel(seed: seed &+ UInt64(list))
            try await model.check()
            try await model.checkChanging()
        }
        return "20,000 lists"
    }

    static let digests = StressRun(name: "digests", purpose: "MD5 of 2,000 lengths, up to 100 MB, agrees with md5sum") { _ in
        let folder = try Folder()
        let lengths = Array(0..<2_000) + [1_000_000, 100_000_000]
        var digests: [String: String] = [:]
        for length in lengths {
            let bytes = (0..<length).map { UInt8(truncatingIfNeeded: $0 &* 131 &+ $0 >> 8) }
            try folder.write(bytes, to: "\(length)")
            digests["\(length)"] = bytes.withUnsafeBytes { MD5.hexDigest(of: $0) }
        }
        let lines = String(decoding: try await SystemProgram.run("md5sum", Array(digests.keys), in: folder.url), as: UTF8.self).split(
            separator: "\n"
        ).map { $0.split(separator: " ").map(String.init) }
        try require(lines.count == lengths.count, "md5sum gave \(lines.count) lines for \(lengths.count) files")
        for line in lines { try require(digests[line[1]] == line[0], "the digest of \(line[1]) bytes is \(digests[line[1]] ?? "missing")") }
        return "\(lines.count) digests"
    }

    static let mutatedInputs = StressRun(
        name: "mutated-inputs",
        purpose: "100,000 mutated inputs of each reader are read or refused, and none takes more than 100 ms", limit: .seconds(900)
    ) { seed in
        var summaries: [String] = []
        for inputs in try MutatedInputs.all {
            summaries.append(try await inputs.run(100_000, seed: seed, limit: .milliseconds(100)))
        }
        return summaries.joined(separator: "\n    ")
    }

    static let decodedDocuments = StressRun(
        name: "decoded-documents", purpose: "100,000 random documents of random types decode as with JSONDecoder"
    ) { seed in
        try DecodedDocuments.run(100_000, seed: seed)
    }

    static let numbers = StressRun(name: "numbers", purpose: "4,000,000 numbers decode to the double that strtod gives") { seed in
        var random = SplitMix64(seed: seed)
        func digits(_ count: ClosedRange<Int>) -> String {
            (0..<Int.random(in: count, using: &random)).map { _ in "\(Int.random(in: 0...9, using: &random))" }.joined()
        }
        for _ in 0..<400 {
            let texts = (0..<10_000).map { number in
                switch number % 4 {
                case 0: "\(Double(bitPattern: random.next() & ~(1 << 62)))"
                case 1: "\(Double.random(in: -180...180, using: &random))"
                // Values halfway between two doubles.
                case 2: "\(random.next() >> 10 | 1 << 53).\(["0", "5", "50000000001"].randomElement(using: &random) ?? "0")"
                default: "\(Int.random(in: -9...9, using: &random)).\(digits(1...22))e\(Int.random(in: -30...30, using: &random))"
                }
            }
            let numbers = try ResponseDecoder().decode(
                [Double].self, from: HTTPResponse(body: Data("[\(texts.joined(separator: ","))]".utf8)))
            for (text, number) in zip(texts, numbers) where strtod(text, nil).bitPattern != number.bitPattern {
                throw Complaint("\(text) is \(number)")
            }
        }
        return "4,000,000 numbers"
    }

    // Work that grows with the square of its input would take hours.
    static let largeInputs = StressRun(
        name: "large-inputs",
        purpose:
            """
            an object of 1,000,000 keys and their paths in reverse order, 500,000 skipped elements, a name of 3 MB, nested arrays, open \
            Link fields, full settings files and shown bodies of 1 MB
            """,
        limit: .seconds(60)
    ) { _ in
        let text = "{" + (0..<1_000_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
        let last = try JSON(parsing: text)["k999999"]?.int
        try require(last == 999_999, "the last value is \(last.map { "\($0)" } ?? "missing")")
        let name = String(repeating: "aA-", count: 1_000_000)
        var request = HTTPRequest(origin: try LoopbackServer { _ in HTTPResponse() }.origin)
        request.query = [name: "shown", name + "token": "hunter2"]
        let description = "\(request)"
        try require(description.contains("shown") && !description.contains("hunter2"), "a long name is judged wrongly")

        struct Paths: Decodable {
            var depth = 0
            init(from decoder: any Decoder) throws {
                let object = try decoder.singleValueContainer().decode([String: Kept].self)
                for key in 0..<1_000_000 { depth += object["k\(999_999 - key)"]?.decoder.codingPath.count ?? 0 }
            }
        }
        struct Kept: Decodable {
            let decoder: any Decoder
            init(from decoder: any Decoder) { self.decoder = decoder }
        }
        let depth = try ResponseDecoder().decode(Paths.self, from: HTTPResponse(body: Data(text.utf8))).depth
        try require(depth == 1_000_000, "\(depth) keys are in the paths")

        struct Hero: Decodable { var id: Int }
        struct Heroes: Decodable { @LossyArray var heroes: [Hero] }
        let elements = Array(repeating: #"{"id":1},{"id":"x"}"#, count: 250_000).joined(separator: ",")
        let heroes = try ResponseDecoder().decode(
            Heroes.self, from: HTTPResponse(body: Data("{\"heroes\":[\(elements)]}".utf8))
        ).$heroes
        try require(heroes.last?.keyPath == "heroes[499999].id", "the last skipped element is \(heroes.last.map { "\($0)" } ?? "missing")")

        struct Holder: Decodable { var value: JSON }
        for (open, element, close) in [("[", "[],", "1]"), ("[", "1.5,[],", "{}]"), ("{\"a\":[", "{},", "1]}")] {
            let nested =
                String(repeating: open, count: 30) + String(repeating: element, count: 50_000) + String(repeating: close, count: 30)
            _ = try? JSONDecoder().decode(Holder.self, from: Data("{\"value\":\(nested)}".utf8))
        }
        for piece in ["<,", "<a>;", "\"", "<a>;b=\"", "<a>,", ";,=", "<a>;rel=\"a "] {
            _ = LinkHeader(String(repeating: piece, count: 500_000))["next"]
        }
        let marks = Origin(scheme: .https, host: String(repeating: "\u{323}\u{301}", count: 200_000))
        try require(marks == nil, "a host of marks is taken")
        let folder = try Folder()
        // The file has as many settings as allowed, because each profile is loaded on top of all of them.
        let headers = (0..<890).map { "\"X-\($0)\":{\"file\":\"a.json\"}" }.joined(separator: ",")
        let profiles = (0..<100).map { "\"p\($0)\":{}" }.joined(separator: ",")
        try folder.write(Array("{\"baseURL\":\"https://a.b\",\"headers\":{\(headers)},\"profiles\":{\(profiles)}}".utf8), to: "a.json")
        let problems = APIConfiguration.problems(inContentsOf: folder.file("a.json"), environment: [:])
        try require(problems.isEmpty, "\(problems.count) of the settings have a problem")
        for line in ["a:1,", "\"a\":1,", "\"a\":{\"b\":1},"] {
            try folder.write(Array("{\(String(repeating: line, count: 70_000))}".utf8), to: "b.json")
            let count = APIConfiguration.problems(inContentsOf: folder.file("b.json"), environment: [:]).count
            try require(count > 0 && count <= 1001, "\(count) problems are reported")
        }
        for piece in [
            "<password>", "<a ", "<key>token</key>", "<![CDATA[", "\"", "'", "a=", "password: ", "password:\n ", "&a;", "://a@", "Bearer ",
            "{",
        ] {
            let body = Array(String(repeating: piece, count: 1_000_000 / piece.utf8.count).utf8)
            for type in ["application/json", "application/xml", "application/x-www-form-urlencoded", "text/plain"] {
                _ = Redaction.standard.scrub(body: body, contentType: type)
            }
        }
        return "\(text.utf8.count) and \(name.utf8.count) bytes"
    }

    // A search for each value, or in each exchange, would take hours.
    static let recordedSecrets = StressRun(
        name: "recorded-secrets", purpose: "100,000 hidden values that begin alike, and a long body like one of them, are recorded",
        limit: .seconds(60)
    ) { _ in
        let folder = try Folder()
        let calls = Counter()
        let cassette = try CassetteTransport(
            folder.file("take.har"), .record,
            around: StubTransport { _ in
                let call = calls.next()
                let values = (0..<1000).map { #"{"token": "planted-\#(call)-\#($0)", "echo": "it is planted-\#(call)-\#($0)."}"# }
                return HTTPResponse(headers: ["Content-Type": "application/json"], body: Data("[\(values.joined(separator: ","))]".utf8))
            })
        let origin = try LoopbackServer { _ in HTTPResponse() }.origin
        for _ in 0..<100 { _ = try await cassette.send(HTTPRequest(origin: origin)) }
        // The secret may begin anywhere in the text.
        let secret = String(repeating: "A", count: 4000) + "b"
        let body = HTTPBodyEntity.data(Data(String(repeating: "A", count: 10_000_000).utf8), contentType: "text/plain")
        _ = try await cassette.send(HTTPRequest(method: .post, origin: origin, headers: ["X-Api-Key": secret], body: body))
        try cassette.save()
        let text = try Data(contentsOf: folder.file("take.har"))
        try require(text.firstRange(of: Data("planted".utf8)) == nil, "a value is in the cassette")
        return "\(text.count) bytes"
    }

    static let linkFields = StressRun(name: "link-fields", purpose: "500,000 random Link fields are read") { seed in
        try RandomLinkFields.run(500_000, seed: seed)
        return "500,000 fields"
    }
}
