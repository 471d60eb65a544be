import EndpointKit
import Foundation

/// Settings files that something happened to: the same ones for the same seed.
public struct DamagedSettings: Sendable {
    public static let paths = ["Config/marvel.json", "Config/github.json", "Tests/EndpointKit/Configuration/Fixtures/settings.plist"]

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..").standardized
    private static let pieces = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\uD800", "/*", "*/", "//", "\n", "\r", "null", "true", "-", "1e999", "0",
        "{\"env\":", "\u{0}", "é", "😀", "<", ">", "</", "<dict>", "<key>", "&", "&#x110000;", "<![CDATA[", "<!--", "99999999999999999999",
        "30s", "~", "bplist00",
    ]
    private static let environment = ["MARVEL_PUBLIC_KEY": "1", "MARVEL_PRIVATE_KEY": "2", "TOKEN": "3"]

    private let original: [UInt8]

    public init(path: String) throws { original = [UInt8](try Data(contentsOf: Self.root.appending(path: path))) }

    /// Every file has to be a configuration, or an error that says where; both occur.
    @discardableResult public func run(_ count: Int, seed: UInt64) throws -> String {
        let folder = try Folder()
        let file = folder.file("a")
        var random = SplitMix64(seed: seed)
        var loaded = 0
        for _ in 0..<count {
            let bytes = mutated(&random)
            try folder.write(bytes, to: "a")
            do {
                let configuration = try APIConfiguration(contentsOf: file, environment: Self.environment)
                try require(!configuration.settings.isEmpty, "a configuration without settings was loaded")
                loaded += 1
            } catch let error as APIError {
                try Self.check(error, in: bytes)
            }
        }
        try require(loaded > 0 && loaded < count, "\(loaded) of \(count) damaged files were loaded")
        return "\(loaded) of \(count) damaged files were loaded"
    }

    private static func check(_ error: APIError, in bytes: [UInt8]) throws {
        try require(!error.configurationProblems.isEmpty, "an error names no problem: \(error)")
        for problem in error.configurationProblems {
            try require(problem.message.hasPrefix("expected "), "a problem doesn't say what was expected: \(problem)")
            guard case .file(_, let line?, let column?, _) = problem.origin else { continue }
            let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
            try require((1...lines).contains(line), "a problem is in line \(line) of \(lines): \(problem)")
            try require((1...bytes.count + 1).contains(column), "a problem is in column \(column): \(problem)")
        }
    }

    private func mutated(_ random: inout SplitMix64) -> [UInt8] {
        var bytes = original
        for _ in 0...Int.random(in: 0..<4, using: &random) {
            let index = Int.random(in: 0...bytes.count, using: &random)
            switch Int.random(in: 0..<5, using: &random) {
            case 0: bytes.insert(contentsOf: (Self.pieces.randomElement(using: &random) ?? "").utf8, at: index)
            case 1: bytes.removeSubrange(index..<min(bytes.count, index + Int.random(in: 0..<12, using: &random)))
            case 2: if index < bytes.count { bytes[index] = UInt8.random(in: 0...255, using: &random) }
            case 3:
                let copied = bytes[index..<min(bytes.count, index + 20)]
                bytes.insert(contentsOf: copied, at: Int.random(in: 0...bytes.count, using: &random))
            default: if Int.random(in: 0..<8, using: &random) == 0 { bytes.removeSubrange(index...) }
            }
        }
        return bytes
    }
}
