import EndpointKit

/// The code of the article "Cookies".
enum CookiesExample {
    static func session(_ baseURL: URL, user: String, password: Secret) async throws -> String {
        var configuration = APIConfiguration(baseURL: baseURL)
        configuration.policies.cookies = CookieJar()  // in memory, until the program ends
        let client = APIClient(configuration: configuration)
        try await client.call(.post("login", body: FormBody(["user": user, "password": password.reveal()]))).value
        let name = try await client.string(.get("me")).value  // with the session's cookie
        return name
    }

    static func jar(_ file: URL) -> CookieJar {
        let jar = CookieJar(file: file, domains: ["example.com"], keepsSessionCookies: true)
        return jar
    }

    static func inspect(_ jar: CookieJar, url: URL, session: Secret) async throws -> [String] {
        for cookie in try await jar.cookies() { print(cookie) }  // session=<redacted>; Domain=api.example.com; Path=/
        let sent = try await jar.cookies(for: url).map { "\($0.name)=\($0.value.reveal())" }
        try await jar.set(Cookie(name: "session", value: session, domain: "api.example.com"))
        try await jar.removeAll(for: "example.com")  // and hosts under it
        return sent
    }
}

/// The code of the comments in `Sources/EndpointKit/Cookies`.
enum CookieComments {
    static func policies() -> ClientPolicies {
        var policies = ClientPolicies.standard
        policies.cookies = CookieJar()
        return policies
    }
}
