import EndpointKit
import Foundation
import Testing

@testable import EndpointSettings

@Suite struct ConfigurationSourceTests {
    private func read(_ bytes: some Sequence<UInt8>) -> (json: JSON?, problems: [JSONTape.Problem]) {
        var problems: [JSONTape.Problem] = []

        let node = ConfigurationNode.reading(Array(bytes), &problems)
        return (node?.json, problems)
    }

    @Test(arguments: JSONRules.accepted)
    func `Settings file: valid JSON gives the same value in both readers`(text: String) throws {
        let (json, problems) = read(text.utf8)
        #expect(problems.isEmpty)
        #expect(try json == JSON(parsing: text))
    }

    @Test(arguments: JSONRules.refused)
    func `Settings file: invalid JSON is rejected by both readers`(text: String) {
        #expect(throws: DecodingError.self) { try JSON(parsing: text) }
        #expect(!read(text.utf8).problems.isEmpty)
    }

    @Test(arguments: JSONRules.acceptedInSettings)
    func `Settings file: comments and trailing commas are allowed in settings only`(text: String) {
        #expect(throws: DecodingError.self) { try JSON(parsing: text) }
        #expect(read(text.utf8).problems.isEmpty)
    }

    @Test(arguments: JSONRules.refusedInSettings)
    func `Settings file: a repeated key is rejected in settings only`(text: String) throws {
        _ = try JSON(parsing: text)
        #expect(read(text.utf8).problems.count == 1)
    }

    /// PowerShell writes files in UTF-16.
    @Test(arguments: [String.Encoding.utf16LittleEndian, .utf16BigEndian])
    func `Settings file: UTF-16 with a byte order mark is read, with the same locations`(encoding: String.Encoding) throws {
        func problems(_ text: String) throws -> [String] {
            let bytes = try #require("\u{FEFF}\(text)".data(using: encoding))
            var problems: [ConfigurationProblem] = []
            #expect(ConfigurationSource(name: "a.json", bytes: Array(bytes)).node(&problems) != nil)
            return problems.map(\.description)
        }
        #expect(try problems("{\r\n  // ? ?> é\r\n  \"appVersion\": \"é\u{1F577}\",\r\n}\r\n") == [])
        #expect(try problems("{\r\n  \"é\": é,\r\n}").first?.hasPrefix("a.json:2:8: expected a value") == true)
    }

    @Test func `Settings file: UTF-16 that can't be read is rejected by name`() {
        for bytes in [[0xFF, 0xFE, 0x7B], [0x7B, 0, 0x7D, 0], [0, 0x7B, 0, 0x7D], [0xFE, 0xFF, 0xD8, 0, 0, 0x7B]] as [[UInt8]] {
            var problems: [ConfigurationProblem] = []
            let node = ConfigurationSource(name: "a.json", bytes: bytes).node(&problems)
            #expect(node == nil)
            #expect(
                problems.map(\.description) == [
                    "a.json: expected a file in UTF-8, found UTF-16 or another encoding; save it as UTF-8"
                ])
        }
    }

    @Test(arguments: JSONRules.notUTF8)
    func `Settings file: text that isn't UTF-8 is rejected by both readers`(bytes: [UInt8]) {
        #expect(throws: DecodingError.self) { try JSON(parsing: bytes) }
        #expect(!read(bytes).problems.isEmpty)
    }
}

extension ConfigurationNode {
    /// The value without positions, and with the first of several members of the same name.
    fileprivate var json: JSON {
        switch content {
        case .null, .unreadable: .null
        case .bool(let value): .bool(value)
        case .number(let number): .number(number.value)
        case .text(let text): .string(text)
        case .list(let elements): .array(elements.map(\.json))
        case .object(let members):
            .object(members.reduce(into: JSON.Object()) { if $0[$1.name] == nil { $0[$1.name] = $1.value.json } })
        }
    }
}
