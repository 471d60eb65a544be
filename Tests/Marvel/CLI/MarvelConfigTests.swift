import CommandLineProgram
import Foundation
import Testing

@Suite struct MarvelConfigTests {
    @Test func `marvel: config shows and checks settings, without secrets`() async throws {
        try await Session("config").check()
    }

    @Test func `marvel: quota shows the used and remaining calls, across runs`() async throws {
        try await Session("quota", against: Fixture.stage()).check()
    }

    @Test(arguments: ["marvel", "github", "httpbin"])
    func `marvel: config check accepts the files in Config without keys`(name: String) async throws {
        let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
        let terminal = await Terminal.run(["config", "check", "Config/\(name).json"], in: root, expecting: .ok)
        #expect(terminal.data.isEmpty)
    }
}
