import AsyncHTTPClient
import EndpointKit
import Foundation

/// The proxy for a request, as named by the policy or the environment.
struct ProxyAddress: Hashable {
    private let isSOCKS: Bool
    private let host: String
    private let port: Int
    private let user: String?
    private let password: String

    /// nil if there is none. Throws ``APIError/Code/configuration`` for a proxy that AsyncHTTPClient can't use.
    init?(for request: HTTPRequest, _ policy: ProxyPolicy, environment: [String: String]) throws {
        switch policy {
        case .direct: return nil
        case .url(let url, let user, let password):
            try self.init(url, user: user ?? url.user()?.removingPercentEncoding, password: password?.reveal(), request)
        case .environment:
            guard let text = Self.named(in: environment, for: request.origin) else { return nil }
            // By curl's rule, a proxy without a scheme is an http proxy.
            guard let url = URL(string: text.contains("://") ? text : "http://\(text)") else {
                throw ClientSettings.refusal("the proxy that the environment names, which is not a URL", request)
            }
            try self.init(url, user: url.user()?.removingPercentEncoding, password: nil, request)
        }
    }

    private init(_ url: URL, user: String?, password: String?, _ request: HTTPRequest) throws {
        let scheme = url.scheme?.lowercased() ?? ""
        switch scheme {
        case "http": isSOCKS = false
        case "socks5", "socks5h":
            if user != nil { throw ClientSettings.refusal("a SOCKS proxy with a user", request) }
            isSOCKS = true
        default: throw ClientSettings.refusal("a proxy that isn't reached by http or SOCKS 5", request)
        }
        guard let host = url.host(), !host.isEmpty else { throw ClientSettings.refusal("a proxy without a host", request) }
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        port = url.port ?? 1080
        self.user = user
        self.password = password ?? url.password()?.removingPercentEncoding ?? ""
    }

    var configuration: HTTPClient.Configuration.Proxy {
        if isSOCKS { return .socksServer(host: host, port: port) }
        return .server(host: host, port: port, authorization: user.map { .basic(username: $0, password: password) })
    }

    /// The value of the variable that curl would use, by curl's rules.
    static func named(in environment: [String: String], for origin: Origin) -> String? {
        if origin.isLoopback || isExempt(origin, by: environment["no_proxy"] ?? environment["NO_PROXY"] ?? "") { return nil }
        // A web server puts a request's Proxy field into HTTP_PROXY.
        let own = origin.scheme == .http ? ["http_proxy"] : ["https_proxy", "HTTPS_PROXY"]
        return (own + ["all_proxy", "ALL_PROXY"]).compactMap { environment[$0] }.first { !$0.isEmpty }
    }

    private static func isExempt(_ origin: Origin, by list: String) -> Bool {
        if list.trimmingCharacters(in: .whitespaces) == "*" { return true }
        let host = bare(origin.host)
        let address = Network(host[...])
        return list.split(whereSeparator: { $0 == "," || $0 == " " || $0 == "\t" }).contains { name in
            if let address { return Network(name)?.contains(address) == true }
            let name = bare(String(name.drop { $0 == "." }))
            return !name.isEmpty && (host == name || host.hasSuffix(".\(name)"))
        }
    }

    /// The name without the dot at the end of an absolute name.
    private static func bare(_ name: String) -> String { (name.hasSuffix(".") ? String(name.dropLast()) : name).lowercased() }
}

/// An address, or all addresses that begin with the same bits: `10.0.0.0/8`, `[fd00::]/8`, with or without brackets.
private struct Network {
    private let bytes: [UInt8]
    private let length: Int

    init?(_ text: Substring) {
        let parts = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        let address = String(parts[0].filter { $0 != "[" && $0 != "]" })
        let family = address.contains(":") ? AF_INET6 : AF_INET
        var bytes = [UInt8](repeating: 0, count: family == AF_INET6 ? 16 : 4)
        guard inet_pton(family, address, &bytes) == 1 else { return nil }
        let length = parts.count > 1 ? Int(parts[1]) : bytes.count * 8
        guard let length, (0...bytes.count * 8).contains(length) else { return nil }
        (self.bytes, self.length) = (bytes, length)
    }

    func contains(_ other: Network) -> Bool {
        guard bytes.count == other.bytes.count else { return false }
        return (0..<length).allSatisfy { bit in (bytes[bit / 8] ^ other.bytes[bit / 8]) & (0x80 >> UInt8(bit % 8)) == 0 }
    }
}
