import EndpointKit
import TestSupport
import Foundation

/// httpbin as an independent implementation, at the address in HTTPBIN_URL, which `.ci/peers` sets.
enum HTTPBin {
    static let url = ProcessInfo.processInfo.environment["HTTPBIN_URL"].flatMap { URL(string: $0) }

    static func client(authentication: (any Authentication)? = nil) -> APIClient {
        // Without the variable no test runs.
        let url = url ?? URL(filePath: "/")
        return APIClient(
            configuration: APIConfiguration(baseURL: url, authentication: authentication, policies: .once), transport: PlatformTransport())
    }

    /// The response of most endpoints: the request as httpbin understood it.
    struct Echo: Decodable, Sendable {
        var args: [String: OneOrMany]?
        var form: [String: OneOrMany]?
        var files: [String: String]?
        var data: String?
        var json: JSON?
        var headers: [String: String]
        var url: String?
        var method: String?
    }

    /// One value, or an array of values for a name that occurs twice.
    enum OneOrMany: Decodable, Equatable, Sendable, ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
        case one(String)
        case many([String])

        init(stringLiteral value: String) { self = .one(value) }
        init(arrayLiteral elements: String...) { self = .many(elements) }

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            self = if let one = try? container.decode(String.self) { .one(one) } else { .many(try container.decode([String].self)) }
        }
    }
}
