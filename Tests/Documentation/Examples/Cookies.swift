import EndpointKit

/// The code of the article "Cookies".
enum CookiesExample {
    static func session(_ baseURL: URL, user: String, password: Secret) async throws -> String {
        // Example: Cookies.md#overview
        return name
    }

    static func jar(_ file: URL) -> CookieJar {
        // Example: Cookies.md#in-a-file
        return jar
    }

    static func inspect(_ jar: CookieJar, url: URL, session: Secret) async throws -> [String] {
        // Example: Cookies.md#looking-into-a-jar
        return sent
    }
}

/// The code of the comments in `Sources/EndpointKit/Cookies`.
enum CookieComments {
    static func policies() -> ClientPolicies {
        // Example: CookieJar.swift
        return policies
    }
}
