import EndpointKit
import Foundation
import TestSupport
import Testing

/// Each in a process of its own, as it looks at what the whole process holds, or changes whose it is.
@Suite(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/statm"))) struct FileBodyProcessTests {
    @Test func `a part of a gigabyte goes through in little memory`() async {
        await #expect(processExitsWith: .success) {
            func residentBytes() throws -> Int {
                let fields = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
                return (Int(fields[1]) ?? .max) * 4096
            }
            let file = try TemporaryFile(zeros: 1 << 30)
            let entity = try MultipartBody([.text("a", "b"), .file("f", file.url)]).entity()
            let before = try residentBytes()
            var (count, pieces, most) = (Int64(0), 0, 0)
            for try await piece in try entity.chunks() {
                count += Int64(piece.count)
                pieces += 1
                if pieces.isMultiple(of: 64) { most = max(most, try residentBytes() - before) }
            }
            try #require(count == entity.length)
            try #require(count > 1 << 30)
            try #require(most < 8 << 20)
        }
    }

    @Test func `a file is closed whether it was read to its end or not`() async {
        await #expect(processExitsWith: .success) {
            func openDescriptors() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
            let file = try TemporaryFile(zeros: 200_000)
            let entity = try FileBody(file.url).entity()
            let before = try openDescriptors()
            for _ in 1...50 {
                _ = try await entity.bytes()
                var pieces = try entity.chunks().makeAsyncIterator()
                _ = try await pieces.next()
                _ = try? FileBody(file.url.deletingLastPathComponent()).entity()
            }
            // The process may have opened a few of its own.
            try #require(try openDescriptors() < before + 25)
        }
    }

    @Test func `a file that may not be read is refused`() async {
        await #expect(processExitsWith: .success) {
            let file = try TemporaryFile()
            try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: file.url.path(percentEncoded: false))
            let folder = file.url.deletingLastPathComponent()
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path(percentEncoded: false))
            // The superuser may read everything.
            let isSuperuser = geteuid() == 0
            if isSuperuser { try #require(seteuid(65_534) == 0) }
            let error = #expect(throws: APIError.self) { try FileBody(file.url).entity() }
            if isSuperuser { try #require(seteuid(0) == 0) }
            try #require(error?.message.contains("Permission denied") == true)
        }
    }
}
