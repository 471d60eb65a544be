import EndpointKit
import MarvelGateway
import Testing

@Suite struct SignatureTests {
    private static let hash = "ffd275c5130566a2916217b101f26150"

    @Test func `the documented example is let in`() async throws {
        let response = try await GatewayCaller().unsigned("/characters", ["ts": 1, "apikey": "1234", "hash": Self.hash])
        #expect(response.status == 200)
    }

    @Test func `what the framework signs is let in`() async throws {
        let gateway = try MarvelGateway(publicKey: "public", privateKey: "private")
        let client = APIClient(
            configuration: APIConfiguration(
                baseURL: gateway.url, basePath: "/v1/public", authentication: .hashedQuery(publicKey: "public", privateKey: "private")))
        let page = try await client.call(SignedCharacter(id: 1_009_610), as: JSON.self).value
        #expect(page["data"]?["results"]?[0]?["name"] == "Spider-Man (Peter Parker)")
    }

    private struct SignedCharacter: AuthenticatedEndpoint {
        var id: Int
        var path: Path { "characters/\(id)" }
    }

    static let missing = "MissingParameter"
    static let invalid = "InvalidCredentials"
    static let wrongTriple = "That hash, timestamp and key combination is invalid."

    @Test(arguments: [
        ("", 409, missing, "You must provide a user key."),
        ("ts=1&hash=\(hash)", 409, missing, "You must provide a user key."),
        ("ts=1&apikey=&hash=\(hash)", 409, missing, "You must provide a user key."),
        ("apikey=1234", 409, missing, "You must provide a hash."),
        ("ts=1&apikey=1234", 409, missing, "You must provide a hash."),
        ("apikey=1234&hash=\(hash)", 409, missing, "You must provide a timestamp."),
        ("ts=1&apikey=4321&hash=\(hash)", 401, invalid, "The passed API key is invalid."),
        ("ts=2&apikey=1234&hash=\(hash)", 401, invalid, wrongTriple),
        ("ts=1&apikey=1234&hash=0", 401, invalid, wrongTriple),
        ("ts=1&apikey=1234&hash=\(hash.uppercased())", 401, invalid, wrongTriple),
    ])
    func `credentials that are missing or wrong are refused in words`(
        query: String, status: Int, code: String, message: String
    ) async throws {
        let response = try await GatewayCaller().unsigned("/characters", Query(encoded: query))
        #expect(response.status.rawValue == status)
        #expect(response.text == #"{"code":"\#(code)","message":"\#(message)"}"#)
        #expect(response.headers["Content-Type"] == "application/json; charset=utf-8")
    }
}
