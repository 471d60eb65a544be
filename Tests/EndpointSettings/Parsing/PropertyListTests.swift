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
        #expect(configuration.policies.connection.reusesConnectionsForUnsafeRequests)
        #expect(configuration.policies.retry.maxAttempts == 5)
        #expect(configuration.policies.retry.backoff.multiplier == 1.5)
        #expect(configuration.policies.retry.statuses == [429, 503])
        #expect(configuration.policies.retry.failures.isEmpty)
        #expect(configuration.requestTimeout == .seconds(5))
        let origin = try #require(Origin(scheme: .https, host: "example.com"))
        #expect(try await configuration.authentication?.adapt(HTTPRequest(origin: origin)).headers["Authorization"] == "Bearer hunter2")
    }

    @Test func `PropertyList: XML is read, without line and column`() async throws {
        let folder = try SettingsFolder(["a.plist": String(contentsOf: Self.fixture, encoding: .utf8)])
        let configuration = try folder.load("a.plist", profile: "local", environment: ["TOKEN": "hunter2"])
        try await expect(configuration)
        #expect(configuration.origins["retry.maxAttempts"] == .file("a.plist"))
        #expect(configuration.origins["requestTimeout"] == .file("a.plist", profile: "local"))
    }

    @Test func `PropertyList: a binary file is rejected with the commands that convert it`() throws {
        let list = try PropertyListSerialization.propertyList(from: Data(contentsOf: Self.fixture), format: nil)
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        #expect(try problems([UInt8](data)) == ["a.plist: " + Self.binary])
    }

    @Test func `PropertyList: each repeated key is an error, however it is written`() throws {
        let retry = "<key>retry</key><dict><key>maxAttempts</key><integer>2</integer><key >maxAttempts</key ><integer>2</integer></dict>"
        let text = Self.list(
            """
            <!-- <key>appVersion</key> --><key>appVersion</key><string><![CDATA[</string><key>appVersion</key>]]></string>
            <key>headers</key><dict><key>a&amp;b</key><string>1</string><key>c</key><string>2</string></dict>
            \(retry)<key>a<![CDATA[pp]]>&#86;ersion</key><string>3</string>
            <key>profiles</key><dict><key>x</key><dict><key>headers</key><dict/><key>basePath</key><string/></dict></dict>
            <key>query</key><dict><key>a&amp;b</key><string>1</string><key>a&#38;b</key><string>1</string></dict>
            """)
        // The name of a query item may be anything.
        let again = ["retry.maxAttempts", "appVersion", "query.<3 characters>"].map { key in
            "a.plist: \(key): expected each key once, found \"\(key.split(separator: ".").last ?? "")\" again"
        }
        let problems = try #require(try problems(Array(text.utf8)))
        #expect(problems.filter { $0.contains(" again") } == again)
    }

    @Test func `PropertyList: of two keys in two Unicode forms, Foundation reads one, so they are an error`() throws {
        let text = Self.list(
            "<key>query</key><dict><key>\u{E9}</key><string>1</string><key>e\u{301}</key><string>2</string></dict>")
        #expect(try problems(Array(text.utf8))?.contains { $0.contains("expected each key once") } == true)
    }

    @Test func `PropertyList: if many keys are repeated, the first ones are reported`() throws {
        let text = Self.list(String(repeating: "<key>appVersion</key><string>1</string>", count: 10_000))
        let problems = try #require(try problems(Array(text.utf8)))
        let again = "a.plist: appVersion: expected each key once, found \"appVersion\" again"
        #expect(problems == [again, "a.plist: \(Self.whole)more mistakes than are listed"])
    }

    @Test(arguments: [("utf-16", String.Encoding.utf16), ("UTF-16", .utf16BigEndian), ("ISO-8859-1", .isoLatin1)])
    func `PropertyList: XML may declare another encoding`(label: String, encoding: String.Encoding) throws {
        let text = "<?xml version=\"1.0\" encoding=\"\(label)\"?>" + Self.list("<key>appVersion</key><string>é?></string>")
        // Text encoded as `.utf16BigEndian` begins without a mark.
        let mark: [UInt8] = encoding == .utf16BigEndian ? [0xFE, 0xFF] : []
        let folder = try SettingsFolder()
        try folder.folder.write(mark + (try #require(text.data(using: encoding))), to: "a.plist")
        let configuration = try folder.load("a.plist", environment: ["ENDPOINTKIT_BASE_URL": "https://example.com"])
        #expect(configuration.appVersion == "é?>")
    }

    @Test func `PropertyList: problems are reported in the same order every time`() throws {
        let letters = "abcdefghij".map { String($0) }
        let names = letters.flatMap { first in letters.prefix(5).map { "unknown" + first + $0 } }
        let text = Self.list(names.map { "<key>\($0)</key><true/>" }.joined())
        #expect(
            try problems(Array(text.utf8)) == names.sorted().map { "a.plist: \($0): expected a known key, found \"\($0)\"" })
    }

    private static func list(_ content: String) -> String { "<plist version=\"1.0\"><dict>\n\(content)\n</dict></plist>" }

    private static let whole = "expected a valid property list, found "
    private static let kinds = "expected a property list of dictionaries, arrays, strings, numbers and booleans, found another type"
    private static let few = "expected a property list of at most 4000 dictionaries and arrays, found more"
    private static let binary =
        "expected a property list in XML, found a binary one, which `plutil -convert xml1 FILE` on a Mac or `plistutil -i FILE -o FILE.xml`"
        + " on Linux converts"

    private static let damaged: [(String, String)] = [
        (
            list("<key>deadline</key><string>5</string>"),
            "deadline: expected a duration above zero such as \"500ms\" or \"30s\", found \"5\"; did you mean \"5s\"?"
        ),
        (list("<key>appVersion</key><date>2014-04-29T14:18:17Z</date>"), "appVersion: \(kinds)"),
        (list("<key>headers</key><dict><key>a</key><data>AAAA</data></dict>"), "headers.a: \(kinds)"),
        (list("<key>limits</key><dict><key>maxConcurrentCalls</key><integer>x</integer></dict>"), "limits.maxConcurrentCalls: \(kinds)"),
        (list("<key>deadline</key><real>nan</real>"), "deadline: \(kinds)"),
        (list("<key>retry</key><dict><key>multiplier</key><real>-inf</real></dict>"), "retry.multiplier: \(kinds)"),
        (list("<string>1</string>"), "\(whole)a mistake in it"), (list("<key>appVersion</key>"), "\(whole)a mistake in it"),
        (list("<key>appVersion</key><strin>hunter2</strin>"), "\(whole)a mistake in it"),
        (list("<key>appVersion</key><string>&nbsp;</string>"), "\(whole)a mistake in it"),
        ("<!DOCTYPE a [<!ENTITY b \"c\">]><plist/>", "\(whole)a mistake in it"), ("<html></html>", "\(whole)a mistake in it"),
        ("<plist>", "\(whole)a mistake in it"), ("<plist><array/></plist>", "expected an object, found a list"),
        ("<plist\0>", "\(whole)another kind of file"),
        ("bplist1 = ((((", binary),
        ("<plist>\(nested(100))</plist>", "\(whole)values nested too deep"),
        ("<plist>\(nested(20_000))</plist>", few),
    ]

    @Test(arguments: damaged)
    func `PropertyList: invalid files are reported as such`(text: String, message: String) throws {
        let environment = ["ENDPOINTKIT_BASE_URL": "https://example.com"]
        #expect(try SettingsFolder(["a.plist": text]).problems("a.plist", environment: environment) == ["a.plist: " + message])
    }

    private static func nested(_ depth: Int) -> String {
        String(repeating: "<array>", count: depth) + String(repeating: "</array>", count: depth)
    }

    private func problems(_ bytes: [UInt8]) throws -> [String]? {
        let folder = try SettingsFolder()
        try folder.folder.write(bytes, to: "a.plist")
        return folder.problems("a.plist", environment: ["ENDPOINTKIT_BASE_URL": "https://example.com"])
    }

    @Test func `PropertyList: unknown elements are counted as containers`() throws {
        let text = "<plist>" + String(repeating: "<plist><set>", count: 50_000)
        #expect(try problems(Array(text.utf8)) == ["a.plist: " + Self.few])
    }
}
