import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct PropertyListTests {
    private static let fixture = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fixtures/settings.plist")

    private func expect(_ configuration: APIConfiguration) async throws {
        #expect(configuration.baseURL.absoluteString == "https://example.com/a?b=1&c=2")
        #expect(configuration.appVersion == "1 < 2 & 3")
        #expect(configuration.basePath == "")
        #expect(configuration.policies.reusesConnectionsForUnsafeRequests)
        #expect(configuration.policies.retry.maxAttempts == 5)
        #expect(configuration.policies.retry.backoff.multiplier == 1.5)
        #expect(configuration.policies.retry.statuses == [429, 503])
        #expect(configuration.policies.retry.failures.isEmpty)
        #expect(configuration.requestTimeout == .seconds(5))
        let origin = try #require(Origin(scheme: .https, host: "example.com"))
        #expect(try await configuration.authentication?.adapt(HTTPRequest(origin: origin)).headers["Authorization"] == "Bearer hunter2")
    }

    @Test func `XML is read, without places`() async throws {
        let folder = try SettingsFolder(["a.plist": String(contentsOf: Self.fixture, encoding: .utf8)])
        let configuration = try folder.load("a.plist", profile: "local", environment: ["TOKEN": "hunter2"])
        try await expect(configuration)
        #expect(configuration.origins["retry.maxAttempts"] == .file("a.plist"))
        #expect(configuration.origins["requestTimeout"] == .file("a.plist", profile: "local"))
    }

    @Test func `a binary file is read, without places`() async throws {
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: Self.fixture), format: nil)
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let folder = try SettingsFolder()
        try data.write(to: folder.folder.file("a.plist"))
        let configuration = try folder.load("a.plist", profile: "local", environment: ["TOKEN": "hunter2"])
        try await expect(configuration)
        #expect(configuration.origins["retry.maxAttempts"] == .file("a.plist"))
        #expect(
            folder.problems("a.plist") == [
                "a.plist: authentication.token: expected a value in the environment variable \"TOKEN\", found that it is not set"
            ])
    }

    @Test(arguments: [("utf-16", String.Encoding.utf16), ("UTF-16", .utf16BigEndian), ("ISO-8859-1", .isoLatin1)])
    func `XML may be in another encoding, and says so`(label: String, encoding: String.Encoding) throws {
        let text = "<?xml version=\"1.0\" encoding=\"\(label)\"?>" + Self.list("<key>appVersion</key><string>é?></string>")
        // Big-endian UTF-16 by itself begins with no mark.
        let mark: [UInt8] = encoding == .utf16BigEndian ? [0xFE, 0xFF] : []
        let folder = try SettingsFolder()
        try folder.folder.write(mark + (try #require(text.data(using: encoding))), to: "a.plist")
        let configuration = try folder.load("a.plist", environment: ["ENDPOINTKIT_BASE_URL": "https://example.com"])
        #expect(configuration.appVersion == "é?>")
    }

    @Test func `what is wrong is told in the same order every time`() throws {
        let names = (1...50).map { "unknown\($0)" }
        let text = Self.list(names.map { "<key>\($0)</key><true/>" }.joined())
        #expect(
            try problems(Array(text.utf8)) == names.sorted().map { "a.plist: \($0): expected a known key, found \"\($0)\"" })
    }

    private static func list(_ content: String) -> String { "<plist version=\"1.0\"><dict>\n\(content)\n</dict></plist>" }

    private static let whole = "expected a valid property list, found "
    private static let kinds = "expected a property list of dictionaries, arrays, texts, numbers and booleans, found another type"
    private static let few = "expected a property list of at most 4000 values, found more, or one that contains itself"

    private static let damaged: [(String, String)] = [
        (
            list("<key>deadline</key><string>5</string>"),
            "deadline: expected a duration above zero such as \"500ms\" or \"30s\", found \"5\"; did you mean \"5s\"?"
        ),
        (list("<key>appVersion</key><date>2014-04-29T14:18:17Z</date>"), "appVersion: \(kinds)"),
        (list("<key>headers</key><dict><key>a</key><data>AAAA</data></dict>"), "headers.a: \(kinds)"),
        (list("<key>limits</key><dict><key>restarts</key><integer>x</integer></dict>"), "limits.restarts: \(kinds)"),
        (list("<key>deadline</key><real>nan</real>"), "deadline: \(kinds)"),
        (list("<key>retry</key><dict><key>multiplier</key><real>-inf</real></dict>"), "retry.multiplier: \(kinds)"),
        (list("<string>1</string>"), "\(whole)a mistake in it"), (list("<key>appVersion</key>"), "\(whole)a mistake in it"),
        (list("<key>appVersion</key><strin>hunter2</strin>"), "\(whole)a mistake in it"),
        (list("<key>appVersion</key><string>&nbsp;</string>"), "\(whole)a mistake in it"),
        ("<!DOCTYPE a [<!ENTITY b \"c\">]><plist/>", "\(whole)a mistake in it"), ("<html></html>", "\(whole)a mistake in it"),
        ("<plist>", "\(whole)a mistake in it"), ("<plist><array/></plist>", "expected an object, found a list"),
        ("<plist\0>", "\(whole)another kind of file"),
        ("bplist1 = ((((", "\(whole)another kind of file"),
        ("<plist>\(nested(100))</plist>", "\(whole)values nested too deep"),
        ("<plist>\(nested(20_000))</plist>", few),
    ]

    @Test(arguments: damaged)
    func `what is wrong is told`(text: String, message: String) throws {
        let environment = ["ENDPOINTKIT_BASE_URL": "https://example.com"]
        #expect(try SettingsFolder(["a.plist": text]).problems("a.plist", environment: environment) == ["a.plist: " + message])
    }

    private static func nested(_ depth: Int) -> String {
        String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
    }

    @Test func `a binary file with other values is refused`() throws {
        let list = try PropertyListSerialization.data(fromPropertyList: ["appVersion": Date()], format: .binary, options: 0)
        #expect(try problems([UInt8](list)) == ["a.plist: appVersion: " + Self.kinds])
    }

    /// The objects in the order of their numbers, of which each reference is a byte.
    private static func binary(_ objects: [[UInt8]], referenceSize: UInt8 = 1) -> [UInt8] {
        var (bytes, offsets) = (Array("bplist00".utf8), [UInt8]())
        for object in objects {
            offsets.append(UInt8(bytes.count))
            bytes += object
        }
        let table = bytes.count
        func number(_ value: Int) -> [UInt8] { [0, 0, 0, 0, 0, 0, 0, UInt8(value)] }
        return bytes + offsets + [0, 0, 0, 0, 0, 0, 1, referenceSize] + number(objects.count) + number(0) + number(table)
    }

    private func problems(_ bytes: [UInt8]) throws -> [String]? {
        let folder = try SettingsFolder()
        try folder.folder.write(bytes, to: "a.plist")
        return folder.problems("a.plist", environment: ["ENDPOINTKIT_BASE_URL": "https://example.com"])
    }

    @Test func `a dictionary that contains itself is refused`() throws {
        #expect(try problems(Self.binary([[0xD1, 1, 0], [0x51, 0x61]])) == ["a.plist: " + Self.few])
        #expect(try problems(Self.binary([[0xA1, 0]])) == ["a.plist: " + Self.few])
    }

    @Test func `lists that share their elements count as often as they are there`() throws {
        // Forty lists of two each would be 2^40 elements.
        let lists = (1...40).map { [0xA2, UInt8($0), UInt8($0)] as [UInt8] }
        #expect(try problems(Self.binary(lists + [[0x51, 0x61]])) == ["a.plist: " + Self.few])
        #expect(
            try problems(Self.binary([[0xA2, 1, 1], [0xA2, 2, 2], [0x51, 0x61]])) == [
                "a.plist: expected an object, found a list"
            ])
    }

    @Test func `references of a size that can't be counted are refused, and so is a long text that many share`() throws {
        let reference = [UInt8](repeating: 0, count: 15)
        let lists = (1...5).map { [0xA2] + reference + [UInt8($0)] + reference + [UInt8($0)] }
        #expect(
            try problems(Self.binary(lists + [[0x51, 0x61]], referenceSize: 16)) == [
                "a.plist: expected a valid property list, found a mistake in it"
            ])
        let text: [UInt8] = [0x5F, 0x12, 0, 4, 0, 0] + [UInt8](repeating: 0x61, count: 4 << 16)
        let shared = [0xA5] + [UInt8](repeating: 1, count: 5)
        // The text comes last, so that its offset fits into a byte.
        var file = Array("bplist00".utf8) + shared + text
        let table = file.count
        let trailer = [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, 2] + [UInt8](repeating: 0, count: 8)
        file += [8, UInt8(8 + shared.count)] + trailer + (0..<8).reversed().map { UInt8(truncatingIfNeeded: table >> ($0 * 8)) }
        #expect(try problems(file) == ["a.plist: " + Self.few])
    }

    /// Twice as many references as there are members would be more than an `Int` holds.
    @Test(arguments: [0xA, 0xC, 0xD] as [UInt8])
    func `a number of members beyond the file is refused`(kind: UInt8) throws {
        let object = [kind << 4 | 0xF, 0x13, 0x40] + [UInt8](repeating: 0, count: 7)
        #expect(try problems(Self.binary([object])) == ["a.plist: \(Self.whole)a mistake in it"])
    }

    @Test func `elements that a property list doesn't know are counted as containers`() throws {
        let text = "<plist>" + String(repeating: "<plist><set>", count: 50_000)
        #expect(try problems(Array(text.utf8)) == ["a.plist: " + Self.few])
    }

    @Test func `a binary file that is cut off is refused`() throws {
        let list = try PropertyListSerialization.data(fromPropertyList: ["appVersion": "1"], format: .binary, options: 0)
        for count in 8..<list.count {
            #expect(try problems([UInt8](list.prefix(count)))?.isEmpty == false)
        }
    }
}
