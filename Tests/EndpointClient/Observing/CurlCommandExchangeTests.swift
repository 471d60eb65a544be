import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Compares the request that a command sends with the one that our transport sends.
@Suite(.enabled(if: SystemProgram.isInstalled("curl"))) struct CurlCommandExchangeTests {
    struct Sample: CustomTestStringConvertible, Sendable {
        let testDescription: String
        let edit: @Sendable (inout HTTPRequest) throws -> Void

        init(_ name: String, _ edit: @escaping @Sendable (inout HTTPRequest) throws -> Void) {
            testDescription = name
            self.edit = edit
        }
    }

    static func body(_ bytes: Data, _ type: String?) -> HTTPBodyEntity { HTTPBodyEntity(contentType: type, content: .data(bytes)) }

    static let samples = [
        Sample("GET") { $0.query = ["limit": 20, "q": "it's + & ü", "flag": .flag] },
        Sample("HEAD") { $0.method = .head },
        Sample("DELETE") { $0.method = .delete },
        Sample("POST without a body") { $0.method = .post },
        Sample("PUT without a body, which says that it has none") {
            $0.method = .put
            $0.headers = ["Content-Length": "0"]
        },
        Sample("a field of one space") { $0.headers = ["X-Space": " ", "Accept": " "] },
        Sample("header fields") {
            $0.headers = [
                "User-Agent": "app/1.0", "Accept": "application/json", "X-Empty": "", "X-Quote": #"it's "quoted" $HOME \"#, "x-lower": "1",
                "X-Tab": "a\tb", "X-Two": "1", "Range": "bytes=0-1",
            ]
            $0.headers.append("X-Two", "2")
        },
        Sample("accepted codings of one's own") { $0.headers = ["Accept-Encoding": "identity"] },
        Sample("segments with dots") { $0.path = "/a/.../b/.c" },
        Sample("JSON") {
            $0.method = .post
            $0.headers = ["Content-Type": "application/json"]
            $0.body = body(Data(#"{"name": "it's", "list": [1, 2]}"#.utf8), nil)
        },
        Sample("a form") {
            $0.method = .put
            $0.body = try FormBody(["a": "1 2", "password": "@x"]).entity()
            $0.headers["Content-Type"] = $0.body?.contentType
        },
        Sample("a multipart body") {
            $0.method = .post
            $0.body = try MultipartBody([.text("title", "ü"), .data("file", Data([0, 255, 37, 39, 92]), filename: "a.bin")]).entity()
            $0.headers["Content-Type"] = $0.body?.contentType
        },
        Sample("any bytes") {
            $0.method = .patch
            $0.body = body(Data((0...255).map { UInt8($0) }), nil)
        },
        Sample("an empty body") {
            $0.method = .post
            $0.body = body(Data(), nil)
        },
        Sample("a body with HEAD") {
            $0.method = .head
            $0.body = body(Data("q".utf8), nil)
        },
        Sample("a body with GET") { $0.body = body(Data("q".utf8), nil) },
        Sample("the most that is in a line") {
            $0.method = .post
            $0.body = body(Data(repeating: 65, count: 64 << 10), nil)
        },
    ]

    @Test(arguments: samples)
    func `curlCommand: a pasted command sends what the transport sends`(sample: Sample) async throws {
        let server = try RecordingServer { _ in HTTPResponse(headers: ["Connection": "close"]) }
        var request = HTTPRequest.get(server, "/items")
        try sample.edit(&request)
        _ = try await PlatformTransport().send(request)
        let command = request.curlCommand(redacting: .nothing)
        try await Self.run(command)

        let both = server.requests
        try #require(both.count == 2)
        #expect(both[0].method == both[1].method)
        #expect(both[0].urlText == both[1].urlText)
        #expect(Self.fields(of: both[0]) == Self.fields(of: both[1]))
        #expect(Self.bytes(of: both[0]) == Self.bytes(of: both[1]))
    }

    /// Runs a pasted command, with a curl that doesn't read the user's settings.
    private static func run(_ command: String) async throws {
        _ = try await SystemProgram.shell(#"curl() { command curl -q "$@"; }; "# + command)
    }

    /// The fields, sorted. The accepted codings depend on the build of libcurl, and `curl` may use a different build from the transport's.
    private static func fields(of request: HTTPRequest) -> [String] {
        request.headers.map { field in
            let isList = field.name.lowercased() == "accept-encoding" && field.value.contains("gzip")
            return "\(field.name.lowercased()): \(isList ? "gzip and others" : field.value)"
        }.sorted()
    }

    private static func bytes(of request: HTTPRequest) -> Data? {
        guard case .data(let data)? = request.body?.content else { return nil }
        return data
    }

    @Test func `curlCommand: it reads the bytes of a file from the file`() async throws {
        let arrived = Recorder<String>()
        let server = try LoopbackServer { request in
            if case .data(let data)? = request.body?.content { arrived.record(String(decoding: data, as: UTF8.self)) }
            return HTTPResponse(headers: ["Connection": "close"])
        }
        let file = FileManager.default.temporaryDirectory.appending(path: "it's \(UUID()).txt")
        try Data("a\r\nb\0".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        var request = HTTPRequest.get(server)
        request.method = .put
        request.body = try FileBody(file).entity()
        try await Self.run(request.curlCommand(redacting: .nothing))
        #expect(arrived.last == "a\r\nb\0")
    }
}
