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

    @Test func `XML is read, with places`() async throws {
        let folder = try SettingsFolder(["a.plist": String(contentsOf: Self.fixture, encoding: .utf8)])
        let configuration = try folder.load("a.plist", profile: "local", environment: ["TOKEN": "hunter2"])
        try await expect(configuration)
        #expect(configuration.origins["retry.maxAttempts"] == .file("a.plist", line: 27, column: 3))
        #expect(configuration.origins["requestTimeout"] == .file("a.plist", line: 45, column: 4, profile: "local"))
    }

    @Test func `a binary file is read, without places`() async throws {
        let text = try String(contentsOf: Self.fixture, encoding: .utf8)
            // Foundation knows no text that is partly such a section.
            .replacingOccurrences(of: "<![CDATA[1 < 2]]> &#x26; 3<!-- 4 -->", with: "1 &lt; 2 &amp; 3")
        let list = try PropertyListSerialization.propertyList(from: Data(text.utf8), format: nil)
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        let folder = try SettingsFolder()
        try data.write(to: folder.folder.file("a.plist"))
        let configuration = try folder.load("a.plist", profile: "local", environment: ["TOKEN": "hunter2"])
        try await expect(configuration)
        #expect(configuration.origins["retry.maxAttempts"] == .file("a.plist"))
        #expect(
            folder.problems("a.plist") == [
                "a.plist: authentication.token: expected a value in the environment variable TOKEN, found that it is not set"
            ])
    }

    private static func list(_ content: String) -> String { "<plist version=\"1.0\"><dict>\n\(content)\n</dict></plist>" }

    @Test(arguments: [
        (
            list("<key>deadline</key><string>5</string>"),
            "2:20: deadline: expected a duration above zero such as \"500ms\" or \"30s\", found \"5\"; did you mean \"5s\"?"
        ),
        (
            list("<key>appVersion</key><date>2014-04-29T14:18:17Z</date>"),
            "2:22: expected a text, a number, a boolean, an array or a dictionary, found <date>"
        ),
        (list("<key>limits</key><dict><key>restarts</key><integer>x</integer></dict>"), "2:43: expected a number, found something else"),
        (
            list("<key>appVersion</key><string>1</string><key>appVersion</key><string>2</string>"),
            "2:40: expected each key once, found \"appVersion\" again"
        ),
        (list("<string>1</string>"), "2:1: expected <key>, found another tag"),
        (list("<key>appVersion</key>"), "3:1: expected a value, found another tag"),
        (list("<key>appVersion</key><strin>1</strin>"), "2:22: expected a value, found another tag"),
        (
            list("<key>appVersion</key><string>&nbsp;</string>"),
            "2:30: expected a valid property list, found an unknown reference in a text"
        ),
        (list("<key>appVersion</key><string>1"), "3:1: expected </string>, found another tag"),
        (
            "<!DOCTYPE a [<!ENTITY b \"c\">]><plist/>",
            "1:13: expected a valid property list, found a document type with its own declarations"
        ),
        ("<html></html>", "1:1: expected <plist>, found another tag"), ("<plist>", "1:8: expected a tag, found the end of the file"),
        ("<plist><array/></plist>", "1:8: expected an object, found a list"),
        ("<!-- ", "1:5: expected a valid property list, found a declaration or comment without an end"),
        ("<plist><dict/></plist> x", "1:24: expected the end of the file, found text"),
        (
            "<plist>" + String(repeating: "<array>", count: 600),
            "1:3599: expected a valid property list, found arrays and dictionaries more than 512 deep"
        ),
    ])
    func `what is wrong is told with its place`(text: String, message: String) throws {
        let environment = ["ENDPOINTKIT_BASE_URL": "https://example.com"]
        #expect(try SettingsFolder(["a.plist": text]).problems("a.plist", environment: environment) == ["a.plist:" + message])
    }

    @Test func `a binary file with other values is refused`() throws {
        let folder = try SettingsFolder()
        try PropertyListSerialization.data(fromPropertyList: ["appVersion": Date()], format: .binary, options: 0)
            .write(to: folder.folder.file("a.plist"))
        #expect(
            folder.problems("a.plist") == [
                "a.plist: expected a property list of dictionaries, arrays, texts, numbers and booleans, found another type"
            ])
    }
}
