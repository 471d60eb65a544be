import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct SettingsFuzzTests {
    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..").standardized

    private static let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\uD800", "/*", "*/", "//", "\n", "\r", "null", "true", "-", "1e999", "0",
        "{\"env\":",
        "\u{0}", "é", "😀", "<", ">", "</", "<dict>", "<key>", "&", "&#x110000;", "<![CDATA[", "<!--", "99999999999999999999", "30s", "~",
        "bplist00",
    ]

    private static func mutated(_ bytes: [UInt8], with numbers: inout SplitMix64) -> [UInt8] {
        var bytes = bytes
        for _ in 0...Int.random(in: 0..<4, using: &numbers) {
            let index = Int.random(in: 0...bytes.count, using: &numbers)
            switch Int.random(in: 0..<5, using: &numbers) {
            case 0: bytes.insert(contentsOf: (pieces.randomElement(using: &numbers) ?? "").utf8, at: index)
            case 1: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 0..<12, using: &numbers)))
            case 2: if index < bytes.count { bytes[index] = UInt8.random(in: 0...255, using: &numbers) }
            case 3:
                bytes.insert(contentsOf: bytes[index..<min(bytes.count, index + 20)], at: Int.random(in: 0...bytes.count, using: &numbers))
            default: if Int.random(in: 0..<8, using: &numbers) == 0 { bytes.removeSubrange(index...) }
            }
        }
        return bytes
    }

    @Test(arguments: ["Config/marvel.json", "Config/github.json", "Tests/EndpointKit/Configuration/Fixtures/settings.plist"])
    func `a damaged file is a configuration or an error that says where, and never a trap`(path: String) throws {
        let original = [UInt8](try Data(contentsOf: Self.root.appending(path: path)))
        let folder = try Folder()
        let file = folder.file("a")
        var numbers = SplitMix64(seed: 0x5EED)
        var loaded = 0
        for _ in 0..<1500 {
            let bytes = Self.mutated(original, with: &numbers)
            try Data(bytes).writeUnsynced(to: file)
            do {
                let environment = ["MARVEL_PUBLIC_KEY": "1", "MARVEL_PRIVATE_KEY": "2", "TOKEN": "3"]
                let configuration = try APIConfiguration(contentsOf: file, environment: environment)
                #expect(!configuration.settings.isEmpty)
                loaded += 1
            } catch {
                let problems = (error as? APIError)?.configurationProblems ?? []
                try #require(!problems.isEmpty, "\(error)")
                for problem in problems {
                    #expect(problem.message.hasPrefix("expected "))
                    guard case .file(_, let line?, let column?, _) = problem.origin else { continue }
                    #expect(line >= 1 && line <= bytes.count { $0 == 0x0A || $0 == 0x0D } + 1)
                    #expect(column >= 1 && column <= bytes.count + 1)
                }
            }
        }
        // Both happen.
        #expect(loaded > 20 && loaded < 1480)
    }
}
