import EndpointKit
import EndpointKitTesting
import EndpointHTTP
import Foundation
import Synchronization

/// A jar with a clock that only the test advances, and a server that sets the given cookies.
final class CookieExchange: Sendable {
    let jar: CookieJar
    private let time: MovedTime

    /// 1 June 2030, 00:00:00 UTC.
    static let start = Date(timeIntervalSince1970: 1_906_502_400)

    init(domains: Set<String> = [], now: Date = start, file: URL? = nil, keepsSessionCookies: Bool = false) {
        let time = MovedTime(now)
        self.time = time
        jar =
            file.map { CookieJar(file: $0, domains: domains, keepsSessionCookies: keepsSessionCookies) { time.now } }
            ?? CookieJar(domains: domains) { time.now }
    }

    func advance(by seconds: Double) { time.advance(by: seconds) }

    /// Gets a response from `url` with a `Set-Cookie` field for each string.
    func receive(_ fields: [String], from url: String = "https://www.example.com/a/b") async throws {
        var headers = HTTPHeaders()
        for field in fields { headers.append("Set-Cookie", field) }
        let transport = StepTransport(around: StubTransport(HTTPResponse(headers: headers)), cookies: jar)
        _ = try await transport.send(try Self.request(url))
    }

    /// The `Cookie` field of a request to `url`; nil if there is none.
    func sent(to url: String = "https://www.example.com/a/b", _ edit: (inout HTTPRequest) -> Void = { _ in }) async throws -> String? {
        let stub = StubTransport()
        var request = try Self.request(url)
        edit(&request)
        _ = try await StepTransport(around: stub, cookies: jar).send(request)
        return stub.requests.first?.headers["Cookie"]
    }

    static func request(_ url: String) throws -> HTTPRequest {
        let location = try Location.parse(url).get()
        return HTTPRequest(origin: location.origin, path: location.path, query: location.query)
    }
}

private final class MovedTime: Sendable {
    private let time: Mutex<Date>

    init(_ now: Date) { time = Mutex(now) }

    var now: Date { time.withLock { $0 } }
    func advance(by seconds: Double) { time.withLock { $0 += seconds } }
}
