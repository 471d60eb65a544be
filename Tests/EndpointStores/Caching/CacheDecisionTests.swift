import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

/// A request to a cache with a stored response, and the source of the expected response. Times are in seconds after the response was stored.
struct CacheCase: Sendable, CustomTestStringConvertible {
    var name: String
    var response: HTTPHeaders
    var status: HTTPStatus = 200
    var storing: HTTPHeaders = [:]
    var after: Int
    var request: HTTPHeaders = [:]
    var use = CacheUse.standard
    var expected: Answer

    enum Answer: Equatable, Sendable {
        case hit, stale, revalidated, network, notCached, gatewayTimeout
    }

    var testDescription: String { name }

    init(
        _ name: String, _ response: HTTPHeaders, status: HTTPStatus = 200, storing: HTTPHeaders = [:], after: Int,
        with request: HTTPHeaders = [:],
        use: CacheUse = .standard, _ expected: Answer
    ) {
        self.name = name
        self.response = response
        self.status = status
        self.storing = storing
        self.after = after
        self.request = request
        self.use = use
        self.expected = expected
    }
}

@Suite struct CacheDecisionTests {
    static let freshness: [CacheCase] = [
        CacheCase("max-age: fresh", ["Cache-Control": "max-age=60"], after: 59, .hit),
        CacheCase("max-age: stale at its end", ["Cache-Control": "max-age=60"], after: 60, .network),
        CacheCase("max-age in any case and quoted", ["Cache-Control": "MAX-AGE=\"60\""], after: 59, .hit),
        CacheCase("max-age counts, not Expires", ["Cache-Control": "max-age=60", "Expires": "0"], after: 59, .hit),
        CacheCase("the first of two max-age counts", ["Cache-Control": "max-age=60, max-age=1"], after: 59, .hit),
        CacheCase("max-age that isn't a number", ["Cache-Control": "max-age=6x"], after: 1, .network),
        CacheCase("max-age below zero", ["Cache-Control": "max-age=-60"], after: 1, .network),
        CacheCase("max-age with a fraction", ["Cache-Control": "max-age=60.5"], after: 1, .network),
        CacheCase("max-age with space", ["Cache-Control": "max-age = 60"], after: 1, .network),
        CacheCase("max-age that is too large", ["Cache-Control": "max-age=99999999999999999999999"], after: 9999, .hit),
        CacheCase("s-maxage is for shared caches", ["Cache-Control": "s-maxage=60"], after: 1, .network),
        CacheCase("s-maxage doesn't replace max-age", ["Cache-Control": "s-maxage=1, max-age=60"], after: 59, .hit),
        CacheCase("Age counts", ["Cache-Control": "max-age=60", "Age": "30"], after: 29, .hit),
        CacheCase("Age makes it stale", ["Cache-Control": "max-age=60", "Age": "30"], after: 30, .network),
        CacheCase("the first Age counts", ["Cache-Control": "max-age=60", "Age": "30, 0"], after: 31, .network),
        CacheCase("an Age that isn't valid", ["Cache-Control": "max-age=60", "Age": "a"], after: 59, .hit),
        CacheCase("Date in the past", ["Cache-Control": "max-age=60", "Date": at(-30)], after: 31, .network),
        CacheCase("Date in the future", ["Cache-Control": "max-age=60", "Date": at(30)], after: 59, .hit),
        CacheCase("Expires", ["Expires": at(60), "Date": at(0)], after: 59, .hit),
        CacheCase("Expires without Date", ["Expires": at(60)], after: 59, .hit),
        CacheCase("Expires is over", ["Expires": at(60), "Date": at(0)], after: 60, .network),
        CacheCase("Expires is relative to Date", ["Expires": at(90), "Date": at(30)], after: 59, .hit),
        CacheCase("Expires in another time zone", ["Expires": at(60).replacing("GMT", with: "UTC")], after: 1, .network),
        CacheCase("Expires that isn't a date", ["Expires": "0"], after: 1, .network),
        CacheCase("no expiry, nothing to validate", [:], after: 0, .network),
        CacheCase("no heuristics", ["Last-Modified": at(-86_400)], after: 1, .revalidated),
        CacheCase("a clock that was set back by little", ["Cache-Control": "max-age=60"], after: -4, .hit),
        CacheCase("a response from the future", ["Cache-Control": "max-age=60"], after: -1000, .network),
        CacheCase("a response from the future with a tag", ["Cache-Control": "max-age=60", "ETag": "\"a\""], after: -1000, .revalidated),
    ]

    static let directives: [CacheCase] = [
        CacheCase("no-store", ["Cache-Control": "no-store, max-age=60"], after: 1, .network),
        CacheCase("private", ["Cache-Control": "private, max-age=60"], after: 1, .hit),
        CacheCase("private with names", ["Cache-Control": "private=\"X-A\", max-age=60"], after: 1, .hit),
        CacheCase("no-cache with a validator", ["Cache-Control": "no-cache, max-age=60", "ETag": "\"a\""], after: 1, .revalidated),
        CacheCase("no-cache without one", ["Cache-Control": "no-cache, max-age=60"], after: 1, .network),
        CacheCase("no-cache with names", ["Cache-Control": "no-cache=\"X-A\", max-age=60"], after: 1, .hit),
        CacheCase("no-cache twice", ["Cache-Control": "no-cache=\"X-A\", max-age=60, no-cache"], after: 1, .network),
        CacheCase("must-revalidate while fresh", ["Cache-Control": "must-revalidate, max-age=60"], after: 1, .hit),
        CacheCase(
            "must-revalidate, stale", ["Cache-Control": "must-revalidate, max-age=60"], after: 61, with: ["Cache-Control": "max-stale"],
            .network),
        CacheCase("immutable, stale", ["Cache-Control": "immutable, max-age=60", "ETag": "\"a\""], after: 61, .revalidated),
        CacheCase("an unknown directive", ["Cache-Control": "max-age=60, a=\"b, no-store\""], after: 1, .hit),
        CacheCase("must-understand, known", ["Cache-Control": "must-understand, no-store, max-age=60"], after: 1, .hit),
        CacheCase("must-understand, unknown", ["Cache-Control": "must-understand, max-age=60"], status: 299, after: 1, .network),
        CacheCase("an unknown status with expiry", ["Cache-Control": "max-age=60"], status: 299, after: 1, .hit),
        CacheCase("an unknown status without", ["ETag": "\"a\""], status: 299, after: 1, .network),
        CacheCase("a 404 with expiry", ["Cache-Control": "max-age=60"], status: 404, after: 1, .hit),
        CacheCase("a 403 with expiry", ["Cache-Control": "max-age=60"], status: 403, after: 1, .hit),
        CacheCase("a 501 with expiry", ["Cache-Control": "max-age=60"], status: 501, after: 1, .hit),
        CacheCase("206", ["Cache-Control": "max-age=60", "Content-Range": "bytes 0-1/2"], status: 206, after: 1, .network),
        CacheCase("Pragma of a response", ["Cache-Control": "max-age=60", "Pragma": "no-cache"], after: 1, .hit),
        CacheCase("ETag", ["ETag": "\"a\""], after: 1, .revalidated),
        CacheCase("a weak ETag", ["ETag": "W/\"a\""], after: 1, .revalidated),
    ]

    static let statuses = [(401, .network), (407, .network), (403, .hit), (408, .hit), (429, .hit), (500, .hit), (503, .hit)].map {
        (status: Int, answer: CacheCase.Answer) in
        CacheCase("a \(status) with expiry", ["Cache-Control": "max-age=60"], status: HTTPStatus(rawValue: status), after: 1, answer)
    }

    static let requests: [CacheCase] = [
        CacheCase(
            "max-age=0", ["Cache-Control": "max-age=60", "ETag": "\"a\""], after: 1, with: ["Cache-Control": "max-age=0"], .revalidated),
        CacheCase("max-age that fits", ["Cache-Control": "max-age=60"], after: 10, with: ["Cache-Control": "max-age=10"], .hit),
        CacheCase("max-age that doesn't", ["Cache-Control": "max-age=60"], after: 11, with: ["Cache-Control": "max-age=10"], .network),
        CacheCase(
            "max-age and max-stale", ["Cache-Control": "max-age=60"], after: 15, with: ["Cache-Control": "max-age=10, max-stale=5"], .stale),
        CacheCase("min-fresh that fits", ["Cache-Control": "max-age=60"], after: 10, with: ["Cache-Control": "min-fresh=50"], .hit),
        CacheCase("min-fresh that doesn't", ["Cache-Control": "max-age=60"], after: 11, with: ["Cache-Control": "min-fresh=50"], .network),
        CacheCase("max-stale", ["Cache-Control": "max-age=60"], after: 9999, with: ["Cache-Control": "max-stale"], .stale),
        CacheCase("max-stale that fits", ["Cache-Control": "max-age=60"], after: 70, with: ["Cache-Control": "max-stale=10"], .stale),
        CacheCase("max-stale that doesn't", ["Cache-Control": "max-age=60"], after: 71, with: ["Cache-Control": "max-stale=10"], .network),
        CacheCase(
            "no-cache", ["Cache-Control": "max-age=60", "ETag": "\"a\""], after: 1, with: ["Cache-Control": "no-cache"], .revalidated),
        CacheCase("no-store", ["Cache-Control": "max-age=60"], after: 1, with: ["Cache-Control": "no-store"], .network),
        CacheCase("Pragma", ["Cache-Control": "max-age=60"], after: 1, with: ["Pragma": "no-cache"], .network),
        CacheCase(
            "Pragma beside Cache-Control", ["Cache-Control": "max-age=60"], after: 1,
            with: ["Pragma": "no-cache", "Cache-Control": "max-age=9"],
            .hit),
        CacheCase("only-if-cached, fresh", ["Cache-Control": "max-age=60"], after: 1, with: ["Cache-Control": "only-if-cached"], .hit),
        CacheCase(
            "only-if-cached, stale", ["Cache-Control": "max-age=60"], after: 61, with: ["Cache-Control": "only-if-cached"], .gatewayTimeout),
        CacheCase("a range", ["Cache-Control": "max-age=60"], after: 1, with: ["Range": "bytes=0-1"], .network),
        CacheCase(
            "Vary, the same", ["Cache-Control": "max-age=60", "Vary": "X-A"], storing: ["X-A": "1"], after: 1, with: ["x-a": " 1"], .hit),
        CacheCase(
            "Vary, another", ["Cache-Control": "max-age=60", "Vary": "X-A"], storing: ["X-A": "1"], after: 1, with: ["X-A": "2"], .network),
        CacheCase("Vary, none", ["Cache-Control": "max-age=60", "Vary": "X-A"], storing: ["X-A": "1"], after: 1, .network),
        CacheCase("Vary, empty and none", ["Cache-Control": "max-age=60", "Vary": "X-A"], storing: ["X-A": ""], after: 1, .network),
        CacheCase("Vary: *", ["Cache-Control": "max-age=60", "Vary": "X-A, *"], after: 1, .network),
        CacheCase(
            "Vary: Authorization", ["Cache-Control": "max-age=60", "Vary": "Authorization"], storing: ["Authorization": "a"], after: 1,
            with: ["Authorization": "b"], .network),
        CacheCase(
            "another user", ["Cache-Control": "max-age=60"], storing: ["Authorization": "a"], after: 1, with: ["Authorization": "b"],
            .network),
        CacheCase("no user", ["Cache-Control": "max-age=60"], storing: ["Authorization": "a"], after: 1, .network),
        CacheCase(
            "the same user", ["Cache-Control": "max-age=60"], storing: ["Authorization": "a"], after: 1, with: ["Authorization": "a"], .hit),
        CacheCase(
            "another cookie", ["Cache-Control": "max-age=60"], storing: ["Cookie": "a=1"], after: 1, with: ["Cookie": "a=2"], .network),
        CacheCase(
            "another user of a public response", ["Cache-Control": "public, max-age=60"], storing: ["Authorization": "a"], after: 1,
            with: ["Authorization": "b"], .network),
        CacheCase(
            "another user of a public response that varies", ["Cache-Control": "public, max-age=60", "Vary": "authorization"],
            storing: ["Authorization": "a"], after: 1, with: ["Authorization": "b"], .network),
        CacheCase(
            "must-revalidate makes nothing public", ["Cache-Control": "must-revalidate, max-age=60"], storing: ["Authorization": "a"],
            after: 1, with: ["Authorization": "b"], .network),
    ]

    static let uses: [CacheCase] = [
        CacheCase("ignore", ["Cache-Control": "max-age=60", "ETag": "\"a\""], after: 1, use: .ignore, .network),
        CacheCase("only, fresh", ["Cache-Control": "max-age=60"], after: 1, use: .only, .hit),
        CacheCase("only, stale", ["Cache-Control": "max-age=60"], after: 61, use: .only, .stale),
        CacheCase("only, without expiry", ["ETag": "\"a\""], after: 61, use: .only, .stale),
        CacheCase("only, must-revalidate", ["Cache-Control": "max-age=60, must-revalidate"], after: 61, use: .only, .notCached),
        CacheCase("only, no-cache", ["Cache-Control": "max-age=60, no-cache"], after: 1, use: .only, .notCached),
        CacheCase("only, nothing there", ["Cache-Control": "no-store"], after: 1, use: .only, .notCached),
        CacheCase("only, a range", ["Cache-Control": "max-age=60"], after: 1, with: ["Range": "bytes=0-1"], use: .only, .hit),
        CacheCase("preferStale, stale", ["Cache-Control": "max-age=60"], after: 9999, use: .preferStale, .stale),
        CacheCase("preferStale, fresh", ["Cache-Control": "max-age=60"], after: 1, use: .preferStale, .hit),
        CacheCase("preferStale, nothing there", ["Cache-Control": "no-store"], after: 1, use: .preferStale, .network),
    ]

    static let start = Date(timeIntervalSince1970: 1_000_000_000)

    /// A date of a header field.
    static func at(_ seconds: Int) -> String {
        let format = DateFormatter()
        format.locale = Locale(identifier: "en_US_POSIX")
        format.timeZone = TimeZone(secondsFromGMT: 0)
        format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
        return format.string(from: start.addingTimeInterval(Double(seconds)))
    }

    @Test(arguments: freshness + directives + statuses + requests + uses)
    func `ResponseCache: stored responses are used according to RFC 9111`(_ row: CacheCase) async throws {
        try await Self.check(row, CachePolicy())
    }

    @Test(arguments: freshness + directives + statuses + requests + uses)
    func `ResponseCache: a response in a file is used like one in memory`(_ row: CacheCase) async throws {
        let folder = try Folder()
        try await Self.check(row, CachePolicy(directory: folder.url.appending(path: "cache")), reopening: true)
    }

    /// - Parameter reopening: whether another cache with the same folder answers.
    static func check(_ row: CacheCase, _ policy: CachePolicy, reopening: Bool = false) async throws {
        let server = CacheServer(row)
        let clock = CacheClock(start)
        var policy = policy
        policy.now = { clock.now }
        let first = StepTransport(around: server.stub, cache: policy)
        let request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: "api.example.com")), path: "/a")
        var storing = request
        storing.headers = row.storing
        let whole = try await first.send(storing)
        #expect(whole.source == .network)
        clock.now = start.addingTimeInterval(Double(row.after))
        let second = reopening ? StepTransport(around: server.stub, cache: policy) : first
        var next = request
        next.headers = row.request
        let answer = await Result { [next] in try await StepTransport.$use.withValue(row.use) { try await second.send(next) } }
        #expect(try server.kind(of: answer) == row.expected)
        guard row.expected == .hit || row.expected == .stale || row.expected == .revalidated else { return }
        let response = try answer.get()
        #expect(response.status == row.status)
        #expect(response.body == whole.body)
        #expect(response.headers.contains("Age") == (row.expected != .revalidated) || row.response.contains("Age"))
    }
}

/// A server that sends a response to store, and later validates it.
struct CacheServer {
    let stub: StubTransport

    init(_ row: CacheCase) {
        stub = StubTransport { request in
            if let tag = request.headers["If-None-Match"], tag == row.response["ETag"] {
                return HTTPResponse(status: 304, headers: ["ETag": tag])
            }
            if let date = request.headers["If-Modified-Since"], date == row.response["Last-Modified"] { return HTTPResponse(status: 304) }
            return HTTPResponse(status: row.status, headers: row.response, body: Data("body".utf8))
        }
    }

    func kind(of answer: Result<HTTPResponse, any Error>) throws -> CacheCase.Answer {
        let asked = stub.requests.count - 1
        switch answer {
        case .success(let response):
            switch response.source {
            case .cache:
                #expect(asked == 0)
                return .hit
            case .stale:
                #expect(asked == 0)
                return .stale
            case .revalidated:
                #expect(asked == 1)
                return .revalidated
            case .network:
                #expect(asked == (response.status == 504 ? 0 : 1))
                return response.status == 504 ? .gatewayTimeout : .network
            }
        case .failure(let error as APIError) where error.code == .notCached:
            #expect(asked == 0)
            return .notCached
        case .failure(let error): throw error
        }
    }
}

/// A cache's clock, which a test sets.
final class CacheClock: Sendable {
    private let time: Mutex<Date>
    init(_ time: Date) { self.time = Mutex(time) }
    var now: Date {
        get { time.withLock { $0 } }
        set { time.withLock { $0 = newValue } }
    }
}

extension Result where Failure == any Error {
    init(catching body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
