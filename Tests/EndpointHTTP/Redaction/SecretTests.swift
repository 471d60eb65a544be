import EndpointKit
import Testing

@Suite struct SecretTests {
    struct Login { var user = "u"; var password: Secret = "hunter2" }
    enum Credential { case token(Secret) }
    final class Box { let secret: Secret = "hunter2" }

    static let secret: Secret = "hunter2"
    static let holders: [any Sendable] = [
        secret, Login(), [secret], ["a": secret], [secret: 1], Secret?.some(secret), Credential.token(secret), (secret, 1), Set([secret]),
        [Login()],
        RequestAdapterHolder(adapter: .hashedQuery(publicKey: "hunter2", privateKey: secret)),
        RequestAdapterHolder(adapter: .bearer(secret)),
        RequestAdapterHolder(adapter: .basic(user: "hunter2", password: secret)), RequestAdapterHolder(adapter: .query(["x": "hunter2"])),
        RequestAdapterHolder(adapter: .headers(["x": "hunter2"])), Result<Secret, APIError>.success(secret),
    ]
    struct RequestAdapterHolder { var adapter: any Authentication }

    @Test(arguments: holders.indices)
    func `Secret: no print, interpolation, dump or mirror of its owner shows it`(index: Int) {
        for text in everyText(of: Self.holders[index]) { #expect(!text.contains("hunter2")) }
    }

    @Test func `Secret: an object that holds it doesn't show it`() {
        for text in everyText(of: Box()) { #expect(!text.contains("hunter2")) }
    }

    @Test func `Secret: it says that it is hidden, and reveal returns it`() {
        #expect("\(Self.secret)" == "<redacted>")
        #expect(String(reflecting: Self.secret) == "<redacted>")
        #expect(Mirror(reflecting: Self.secret).children.isEmpty)
        #expect(Self.secret.reveal() == "hunter2")
        #expect(Self.secret == Secret("hunter2"))
        #expect(Self.secret != "other")
    }
}

/// Every way in which Swift turns a value into text.
func everyText(of value: Any) -> [String] {
    var printed = "", debugged = "", dumped = ""
    print(value, to: &printed)
    debugPrint(value, to: &debugged)
    dump(value, to: &dumped)
    func reflected(_ value: Any, depth: Int) -> String {
        Mirror(reflecting: value).children.map {
            "\($0.label ?? ""): \($0.value) \(depth > 5 ? "" : reflected($0.value, depth: depth + 1))"
        }.joined(separator: "\n")
    }
    return [printed, debugged, dumped, "\(value)", String(describing: value), String(reflecting: value), reflected(value, depth: 0)]
}
