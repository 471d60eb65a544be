import EndpointKit

/// The code of the article "Authenticating".
enum Authenticating {
    static func fixed(_ baseURL: URL, token: Secret) async throws -> String {
        let client = APIClient(configuration: APIConfiguration(baseURL: baseURL, authentication: .bearer(token)))
        let name = try await client.string(.get("me").authenticated()).value
        return name
    }

    static func kinds(_ token: Secret, password: Secret, publicKey: String, privateKey: Secret) -> [any RequestAdapter] {
        let kinds: [any RequestAdapter] = [
            .bearer(token),  // Authorization: Bearer …
            .basic(user: "me", password: password),  // Authorization: Basic …
            .digest(user: "me", password: password),  // Authorization: Digest …, after the server's first challenge
            .headers(["X-API-Key": token.reveal()]),
            .query(["api_key": token.reveal()]),
            .hashedQuery(publicKey: publicKey, privateKey: privateKey),  // ts, apikey and hash, new for each attempt
        ]
        return kinds
    }

    struct SignedRequests: RequestAdapter {
        let key: Secret
        let sign: @Sendable (_ text: String, _ key: Secret) -> String

        func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
            request.headers["X-Signature"] = sign("\(request.method) \(request.urlText)", key)
            return request
        }
    }

    struct Session: Codable, Sendable, BearerToken {
        let accessToken: String
        let refreshToken: String
        let expiry: Date?
        var bearerText: String { accessToken }
    }

    final class AccountClient: APIClient, @unchecked Sendable {
        func signIn(_ user: String, _ password: Secret) -> Call<Session> {
            call(.post("session", body: .form(["user": user, "password": password.reveal()])))
        }
        func renew(_ refreshToken: String) -> Call<Session> {
            call(.post("session", body: .form(["refresh_token": refreshToken])))
        }
    }

    static func signedIn(_ baseURL: URL, password: Secret) async throws -> String {
        let account = AccountClient(configuration: APIConfiguration(baseURL: baseURL))
        let refresher = TokenRefresher<Session> { session in
            guard let session else { throw APIError(.authentication, "Sign in first.") }
            return try await account.renew(session.refreshToken).value
        }
        let client = APIClient(configuration: APIConfiguration(baseURL: baseURL, authentication: .bearer(refresher)))

        try await refresher.setToken(try await account.signIn("me", password).value)  // nil signs out
        let name = try await client.string(.get("me").authenticated()).value
        return name
    }
}
