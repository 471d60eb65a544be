import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Downloads that are resumed from an untrusted server or file.
@Suite struct PartialDownloadVersionTests: ResumingTests {
    let folder: Folder
    let server: RangeServer

    init() throws {
        folder = try Folder()
        server = try RangeServer()
    }

    private static let dated: HTTPHeaders = [
        "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT", "Date": "Tue, 02 Jan 2024 00:00:00 GMT",
    ]

    private static let versions: [(first: HTTPHeaders, second: HTTPHeaders)] = [
        (["ETag": "\"1\""], ["ETag": "\"2\""]), (["ETag": "\"1\""], ["ETag": "W/\"1\""]), (["ETag": "\"1\""], [:]),
        (["ETag": "\"1\""], dated), (dated, ["Last-Modified": "Mon, 01 Jan 2024 00:00:01 GMT"]), (dated, ["ETag": "\"1\""]),
    ]

    @Test(arguments: versions)
    func `Partial download: a part is dropped unless its version is known to be the same, and the whole file is requested`(
        first: HTTPHeaders, second: HTTPHeaders
    ) async throws {
        server.change { $0.validator = first }
        await breakOff()
        server.change { ($0.text, $0.partValidator, $0.ignoresIfRange) = ("abcdefghij", second, true) }
        _ = try await download().value
        try expectWhole("abcdefghij")
        #expect(ranges == [nil, "bytes=4-", nil])
    }

    // The first response states no length, so only the 416 could reveal it.
    @Test func `Partial download: a 416 about another version doesn't complete the download`() async throws {
        let count = Counter()
        let server = try LoopbackServer(raw: { connection in
            while try connection.readRequest() != nil {
                switch count.next() {
                case 1:
                    let fields = "ETag: \"a\"\r\nAccept-Ranges: bytes\r\nTransfer-Encoding: chunked"
                    return try connection.write("HTTP/1.1 200 OK\r\n\(fields)\r\n\r\n4\r\n0123\r\n")
                case 2:
                    let fields = "ETag: \"b\"\r\nContent-Range: bytes */4\r\nContent-Length: 0"
                    try connection.write("HTTP/1.1 416 Range Not Satisfiable\r\n\(fields)\r\n\r\n")
                default: try connection.write("HTTP/1.1 200 OK\r\nETag: \"b\"\r\nContent-Length: 4\r\n\r\nabcd")
                }
            }
        })
        let call = server.client(over: PlatformTransport()).download(.get("file"), to: folder.file("a"), resuming: true).retrying(.never)
        #expect(reason(of: await failure { try await call.value }) == .truncated)
        _ = try await call.value
        try expectWhole("abcd")
        #expect(count.count == 3)
    }

    @Test(arguments: [false, true])
    func `Partial download: a part of a longer or shorter file is dropped, and the whole file is requested`(omitsDate: Bool) async throws {
        if omitsDate { server.change { ($0.validator, $0.partValidator) = (Self.dated, [:]) } }
        for text in ["abcdefghijk", "abcdefghi"] {
            await breakOff()
            server.change { ($0.text, $0.ignoresIfRange) = (text, true) }
            _ = try await download().value
            try expectWhole(text)
            try FileManager.default.removeItem(at: folder.file("a"))
            server.change { ($0.text, $0.ignoresIfRange) = ("0123456789", false) }
        }
        #expect(ranges == [nil, "bytes=4-", nil, nil, "bytes=4-", nil])
    }

    @Test func `Partial download: a part without a total length doesn't count as the last one`() async throws {
        await breakOff()
        server.change { ($0.largestPart, $0.namesTotal) = (2, false) }
        _ = try await download().value
        try expectWhole()
        #expect(ranges == [nil, "bytes=4-", "bytes=6-", "bytes=8-"])
    }

    @Test func `Partial download: a remainder that arrives in too many parts is an error, and the partial data is kept`() async throws {
        let text = String(repeating: "0123456789", count: 200)
        server.change { $0.text = text }
        await breakOff()
        server.change { $0.largestPart = 1 }
        #expect(reason(of: await failure { try await download().value }) == .malformed)
        #expect(server.requests.count == 1 + 1000)
        #expect(folder.names == [".a.partial"])
        server.change { $0.largestPart = .max }
        _ = try await download().value
        try expectWhole(text)
        #expect(ranges.last == "bytes=1004-")
    }

    @Test func `Partial download: an unrequested part is an error`() async throws {
        server.change { $0.status = 206 }
        #expect(reason(of: await failure { try await download().value }) == .malformed)
        #expect(folder.names.isEmpty)
        let lenient = APIClient(
            configuration: server.configuration, transport: PlatformTransport(), decisions: [ParseDecision()])
        #expect(reason(of: await failure { try await lenient.download(.get("file"), to: folder.file("a")).value }) == .malformed)
        #expect(folder.names.isEmpty)
    }

    @Test(arguments: ["\"a\u{1}b\"", "\"a\u{7F}\"", "\"a b\"", "\"a\"b\"", "\"", "\"a"])
    func `Partial download: an invalid entity tag isn't kept`(tag: String) async throws {
        server.change { $0.validator = ["ETag": tag] }
        await breakOff()
        #expect(folder.names.isEmpty)
        _ = try await download().value
        try expectWhole()
    }

    @Test func `Partial download: an invalid date isn't kept`() async throws {
        server.change { $0.validator = ["Last-Modified": "yesterday\u{1}", "Date": "Tue, 02 Jan 2024 00:00:00 GMT"] }
        await breakOff()
        #expect(folder.names.isEmpty)
    }

    @Test(
        arguments: [
            (#""\"1\"""#, #""\"1\u0001\"""#), (#""\"1\"""#, #""1""#), (#""\"1\"""#, "1"), (#""\"1\"""#, "null"), ("10", "3"), ("10", "-1"),
            ("10", "\"10\""), ("{", "["), ("}", ""),
        ])
    func `Partial download: a damaged metadata file means a new download`(right: String, wrong: String) async throws {
        await breakOff()
        let note = folder.file(".a.partial/source.json")
        let text = try String(contentsOf: note, encoding: .utf8)
        try #require(text.contains(right))
        try Data(text.replacingOccurrences(of: right, with: wrong).utf8).write(to: note)
        _ = try await download().value
        try expectWhole()
        #expect(ranges == [nil, nil])
    }

    @Test func `Partial download: partial data longer than the whole file means a new download`() async throws {
        await breakOff()
        try Data("0123456789a".utf8).write(to: folder.file(".a.partial/body"))
        _ = try await download().value
        try expectWhole()
        #expect(ranges == [nil, nil])
    }

    @Test func `Partial download: a directory in place of the partial file or its metadata file doesn't interfere`() async throws {
        for name in ["body", "source.json"] {
            await breakOff()
            let file = folder.file(".a.partial/\(name)")
            try FileManager.default.removeItem(at: file)
            try FileManager.default.createDirectory(at: file, withIntermediateDirectories: false)
            _ = try await download().value
            #expect(try String(contentsOf: folder.file("a"), encoding: .utf8) == "0123456789")
            try? FileManager.default.removeItem(at: folder.file(".a.partial"))
        }
        #expect(ranges == [nil, nil, nil, nil])
    }
}
