import EndpointKit
import MarvelGateway
import Testing

@Suite struct CredentialsTests {
    private static let hash = "ffd275c5130566a2916217b101f26150"

    @Test func `the documented example and the framework's signatures are accepted`() async throws {
        let caller = try GatewayCaller.shared()
        #expect(try await caller.unsigned("/characters", ["ts": 1, "apikey": "1234", "hash": "\(Self.hash)"]).status == 200)
        let client = APIClient(
            configuration: APIConfiguration(
                baseURL: caller.gateway.url, basePath: "/v1/public",
                authentication: .hashedQuery(publicKey: "1234", privateKey: "abcd")))
        _ = try await client.call(Signed(), as: JSON.self).value
    }

    private struct Signed: AuthenticatedEndpoint { var path: Path { "characters/1009610" } }

    private static let missing = "MissingParameter"
    private static let invalid = "InvalidCredentials"
    private static let wrongTriple = "That hash, timestamp and key combination is invalid."

    @Test(arguments: [
        ("", 409, missing, "You must provide a user key."), ("ts=1&hash=\(hash)", 409, missing, "You must provide a user key."),
        ("ts=1&apikey=&hash=\(hash)", 409, missing, "You must provide a user key."),
        ("apikey=1234", 409, missing, "You must provide a hash."), ("ts=1&apikey=1234", 409, missing, "You must provide a hash."),
        ("apikey=1234&hash=\(hash)", 409, missing, "You must provide a timestamp."),
        ("ts=1&apikey=4321&hash=\(hash)", 401, invalid, "The passed API key is invalid."),
        ("ts=2&apikey=1234&hash=\(hash)", 401, invalid, wrongTriple), ("ts=1&apikey=1234&hash=0", 401, invalid, wrongTriple),
        ("ts=1&apikey=1234&hash=\(hash.uppercased())", 401, invalid, wrongTriple),
    ])
    func `missing or wrong credentials are refused with the reason`(query: String, status: Int, code: String, message: String) async throws
    {
        let response = try await GatewayCaller.shared().unsigned("/characters", Query(encoded: query))
        #expect(response.status.rawValue == status && response.headers["Content-Type"] == "application/json; charset=utf-8")
        #expect(response.text == #"{"code":"\#(code)","message":"\#(message)"}"#)
    }
}
