import Foundation
import TestSupport
import Testing

@testable import EndpointHTTP

@Suite struct PrivateFileTests {
    @Test func `PrivateFile: writers that clean up at the same time don't remove each other's files`() async throws {
        let folder = try Folder()
        let file = folder.file("session.json")
        try await withThrowingTaskGroup { group in
            for _ in 0..<4 {
                group.addTask {
                    for _ in 0..<100 { try PrivateFile(file).replace(with: Data("{}".utf8), isSynchronized: false) }
                }
            }
            try await group.waitForAll()
        }
        #expect(folder.names == ["session.json"])
    }

    @Test func `FileWriter: a new file is locked, so that it isn't taken for an abandoned one`() throws {
        let folder = try Folder()
        let path = folder.file("a.new").path
        let writer = try FileWriter(path, .new)
        #expect((try? FileWriter(path, .shared)) == nil)
        withExtendedLifetime(writer) {}
    }
}
