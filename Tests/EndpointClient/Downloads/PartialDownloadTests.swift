import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct PartialDownloadTests: ResumingTests {
    let folder: Folder
    let server: RangeServer

    init() throws {
        folder = try Folder()
        server = try RangeServer()
    }

    @Test(
        arguments: [
            ["ETag": "\"1\""], ["ETag": "\"1\"", "Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT"],
            ["Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT", "Date": "Tue, 02 Jan 2024 00:00:00 GMT"],
        ] as [HTTPHeaders])
    func `Partial download: the next call requests the rest`(validator: HTTPHeaders) async throws {
        server.change { $0.validator = validator }
        await breakOff()
        #expect(folder.names == [".a.partial"])
        #expect(try folder.permissions(".a.partial") == 0o700)
        let seen = Recorder<TransferProgress>()
        let reply = try await download().onProgress { seen.record($0) }.response
        try expectWhole()
        #expect(reply.status == .ok)
        #expect(ranges == [nil, "bytes=4-"])
        #expect(server.requests[1].headers["If-Range"] == validator["ETag"] ?? validator["Last-Modified"])
        #expect(server.requests.allSatisfy { $0.headers["Accept-Encoding"] == "identity" })
        #expect(seen.values.first == TransferProgress(direction: .download, completedBytes: 4, totalBytes: 10))
        #expect(seen.last == TransferProgress(direction: .download, completedBytes: 10, totalBytes: 10))
    }

    @Test func `Partial download: a part that lacks the date named in If-Range is accepted as the rest`() async throws {
        server.change { server in
            server.validator = ["Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT", "Date": "Tue, 02 Jan 2024 00:00:00 GMT"]
            server.partValidator = ["Date": "Tue, 02 Jan 2024 00:00:00 GMT"]
        }
        await breakOff()
        _ = try await download().value
        try expectWhole()
        #expect(ranges == [nil, "bytes=4-"])
    }

    // A process that was forked during the download has a copy of the open file.
    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
    func `Partial download: an open copy of the file, as in a forked process, doesn't block the next call`() async throws {
        server.change { $0.breaksOffAfter = 4 }
        let file = folder.file(".a.partial/body")
        let copies = Recorder<Int32>()
        let broken = await failure {
            try await download().onProgress { _ in
                if copies.count == 0, let descriptor = openDescriptor(of: file) { copies.record(dup(descriptor)) }
            }.value
        }
        #expect(reason(of: broken) == .truncated)
        let copy = try #require(copies.last)
        defer { close(copy) }
        server.change { $0.breaksOffAfter = nil }
        _ = try await download().value
        try expectWhole()
        #expect(ranges == [nil, "bytes=4-"])
    }

    @Test func `Partial download: it may be interrupted more than once`() async throws {
        await breakOff()
        await breakOff()
        _ = try await download().value
        try expectWhole()
        #expect(ranges == [nil, "bytes=4-", "bytes=8-"])
    }

    @Test func `Partial download: a part smaller than requested is followed by the next`() async throws {
        await breakOff()
        server.change { $0.largestPart = 2 }
        _ = try await download().value
        try expectWhole()
        #expect(ranges == [nil, "bytes=4-", "bytes=6-", "bytes=8-"])
    }

    @Test func `Partial download: a file that has changed in the meantime is downloaded again`() async throws {
        await breakOff()
        server.change { ($0.text, $0.validator) = ("changed", ["ETag": "\"2\""]) }
        _ = try await download().value
        try expectWhole("changed")
        #expect(ranges == [nil, "bytes=4-"])
    }

    @Test func `Partial download: if the server sends the whole file anyway, the file is complete`() async throws {
        await breakOff()
        server.change { $0.acceptsRanges = false }
        _ = try await download().value
        try expectWhole()
    }

    @Test(arguments: ["bytes 3-9/10", "bytes 5-9/10", "bytes */10", "items 4-9/10", "bytes 4-9/9", "bytes 9-4/10", "4-9/10", ""])
    func `Partial download: a part that isn't the rest is discarded, and the whole file is requested`(contentRange: String) async throws {
        await breakOff()
        server.change { $0.contentRange = contentRange }
        _ = try await download().value
        try expectWhole()
        #expect(ranges == [nil, "bytes=4-", nil])
    }

    @Test func `Partial download: an encoded part is discarded, and the whole file is requested`() async throws {
        await breakOff()
        server.change { $0.extra = ["Content-Encoding": "identity"] }
        _ = try await download().value
        try expectWhole()
        #expect(ranges == [nil, "bytes=4-", nil])
    }

    @Test func `Partial download: a 416 means that the file is complete if the server states the length`() async throws {
        await breakOff()
        // A process that is killed before the last step leaves this file.
        try Data("0123456789".utf8).write(to: folder.file(".a.partial/body"))
        _ = try await download().value
        try expectWhole()
        #expect(ranges == [nil, "bytes=10-"])
    }

    @Test func `Partial download: a 416 for another version that is as long as the partial data means a new download`() async throws {
        await breakOff()
        server.change { ($0.text, $0.ignoresIfRange, $0.validator) = ("abcd", true, ["ETag": "\"2\""]) }
        _ = try await download().value
        try expectWhole("abcd")
        #expect(ranges == [nil, "bytes=4-", nil])
    }

    @Test func `Partial download: a 416 never overrides the length that the first response stated`() async throws {
        await breakOff()
        // The same version of the file, which is exactly as long as the part that has arrived.
        server.change { ($0.text, $0.ignoresIfRange) = ("0123", true) }
        _ = try await download().value
        try expectWhole("0123")
        #expect(ranges == [nil, "bytes=4-", nil])
    }

    @Test(arguments: ["bytes */3", "bytes */*", ""])
    func `Partial download: any other 416 means a new download`(contentRange: String) async throws {
        await breakOff()
        server.change { ($0.text, $0.contentRange) = ("012", contentRange) }
        _ = try await download().value
        try expectWhole("012")
        #expect(ranges == [nil, "bytes=4-", nil])
    }

    @Test(
        arguments: [
            ["ETag": "W/\"1\""], [:], ["Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT"],
            ["Last-Modified": "Mon, 01 Jan 2024 00:00:00 GMT", "Date": "Mon, 01 Jan 2024 00:00:00 GMT"],
        ] as [HTTPHeaders])
    func `Partial download: nothing is kept without a strong validator`(validator: HTTPHeaders) async throws {
        server.change { $0.validator = validator }
        await breakOff()
        #expect(folder.names.isEmpty)
    }

    @Test func `Partial download: nothing is kept if the server doesn't support ranges, or the caller doesn't request it`() async throws {
        await breakOff(resuming: false)
        #expect(folder.names.isEmpty)
        server.change { $0.acceptsRanges = false }
        await breakOff()
        #expect(folder.names.isEmpty)
        #expect(ranges == [nil, nil])
    }

    @Test func `Partial download: partial data belongs to a URL, apart from secrets and values that change each time`() async throws {
        await breakOff(["page": 1, "ts": 1])
        await breakOff(["page": 1, "ts": 2])
        _ = try await download(["page": 2, "ts": 3]).value
        try expectWhole()
        #expect(ranges == [nil, "bytes=4-", nil])
    }

    @Test func `Partial download: partial data is kept after a transient error, but not after a permanent one`() async throws {
        await breakOff()
        for (status, names) in [(503, [".a.partial"]), (429, [".a.partial"]), (409, [".a.partial"]), (423, [".a.partial"]), (404, [])]
            as [(Int, [String])]
        {
            server.change { $0.status = HTTPStatus(rawValue: status) }
            #expect(await failure { try await download().value }?.code == .badStatus)
            #expect(folder.names == names)
        }
    }

    @Test func `Partial download: the file gets the range that the caller requests`() async throws {
        let route = Route.get("file", headers: ["Range": "bytes=6-"])
        server.change { $0.validator = [:] }
        _ = try await server.client.download(route, to: folder.file("a"), resuming: true).value
        try expectWhole("6789")
    }

    @Test func `Partial download: data that appears after the move belongs to another call, and stays`() async throws {
        let (partial, file) = (folder.file(".a.partial/body"), folder.file("a"))
        _ = try await download().onProgress { progress in
            // A move to a hard link of the same file does nothing, so the partial file stays. The link stands in for a new file.
            if progress.completedBytes == 10 { try? FileManager.default.linkItem(at: partial, to: file) }
        }.value
        #expect(folder.names == [".a.partial", "a"])
        #expect(FileManager.default.fileExists(atPath: partial.path))
    }

    @Test func `Partial download: data that can't be moved to its destination is kept for the next call`() async throws {
        let file = folder.file("a")
        let error = await failure {
            try await download().onProgress { _ in try? FileManager.default.createDirectory(at: file, withIntermediateDirectories: false) }
                .value
        }
        #expect(error?.code == .file)
        #expect(error?.message.contains("directory") == true)
        try FileManager.default.removeItem(at: file)
        _ = try await download().value
        try expectWhole()
        #expect(ranges == [nil, "bytes=10-"])
    }

    @Test func `Partial download: two concurrent downloads to one file don't interfere`() async throws {
        let (first, second) = (download(), download())
        async let one = first.value
        async let two = second.value
        _ = try await (one, two)
        try expectWhole()
    }
}
