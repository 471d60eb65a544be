import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct MarkedSettingsTests {
    @Test(arguments: MarkedTexts.texts(beside: "\"'<>&=:;,{}[]#%/\\"))
    func `Settings: a text keeps its bytes in JSON and in a property list, although a mark is beside a delimiter`(text: String) throws {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
        let folder = try SettingsFolder([
            "a.json": #"{"baseURL": "https://api.example.com", "headers": {"X-Odd": \#(JSON.string(text))}}"#,
            "a.plist": """
            <?xml version="1.0" encoding="UTF-8"?>
            <plist version="1.0"><dict><key>baseURL</key><string>https://api.example.com</string>
            <key>headers</key><dict><key>X-Odd</key><string>\(escaped)</string></dict></dict></plist>
            """,
        ])
        for name in ["a.json", "a.plist"] {
            #expect(try folder.load(name).headers["X-Odd"]?.isExactly(text) == true, "\(name)")
        }
    }

    @Test func `Settings: secret files whose names differ only in their Unicode form are different files`() async throws {
        let credentials = { (name: String) in #"{"type": "bearer", "token": {"file": "\#(name)"}}"# }
        let folder = try SettingsFolder([
            "a.json": """
            {"baseURL": "https://api.example.com", "credentials": {"one": \(credentials("Ren\u{E9}")), "two": \(credentials("Rene\u{301}"))}}
            """
        ])
        try folder.write("token-1", to: "Ren\u{E9}")
        try folder.write("token-2", to: "Rene\u{301}")
        for name in ["Ren\u{E9}", "Rene\u{301}"] { try folder.permit(0o600, name) }
        let loaded = try folder.load()
        let (one, two) = (loaded.credentials["one"], loaded.credentials["two"])
        let identities = (try await one?.identity, try await two?.identity)
        #expect(identities.0 != nil && identities.0 != identities.1)
    }
}
