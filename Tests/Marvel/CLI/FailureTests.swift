import EndpointKit
import Testing

@testable import CommandLineProgram
@testable import marvel

@Suite struct FailureTests {
    @Test(arguments: [
        (APIError.Code.invalidRequest, ExitCode.usage), (.configuration, .configuration), (.authentication, .authentication),
        (.connection, .network), (.tls, .network), (.tooManyRedirects, .network), (.timeout, .timeout), (.deadline, .timeout),
        (.decoding, .decoding), (.bodyTooLarge, .decoding), (.quota, .quota), (.cancelled, .interrupted), (.restartLimit, .service),
        (.undecided, .service), (APIError.Code(rawValue: "own"), .service),
    ])
    func `each kind of error has its exit code`(code: APIError.Code, exitCode: ExitCode) {
        #expect(Failure(asking: APIError(code, "It broke.")).code == exitCode)
    }

    @Test(arguments: [
        (401, #"{"code": "InvalidCredentials", "message": "Bad key."}"#, ExitCode.authentication, "Bad key. Check MARVEL_PUBLIC_KEY"),
        (409, #"{"code": "MissingParameter", "message": "No hash."}"#, .authentication, "No hash. Check MARVEL_PUBLIC_KEY"),
        (409, #"{"code": 409, "status": "Too many."}"#, .usage, "Too many."),
        (409, #"{"status": "Too few."}"#, .usage, "Too few."), (409, #"{"message": "Too odd.", "code": null}"#, .usage, "Too odd."),
        (404, #"{"code": 404, "status": "No such character"}"#, .notFound, "No such character"),
        (429, #"{"code": "RequestThrottled", "message": "Enough"}"#, .quota, "Enough. Try again later"),
        (500, "<html>", .service, "The server answered"), (403, "", .authentication, "The server answered"),
        (504, "", .timeout, "The server answered"), (301, "", .service, "The server answered"),
    ])
    func `each refusal has its exit code, and the service's own words`(status: Int, body: String, code: ExitCode, start: String) {
        let response = HTTPResponse(status: HTTPStatus(rawValue: status), body: Data(body.utf8))
        let failure = Failure(asking: APIError(.badStatus, "The server answered \(status).", response: response))
        #expect(failure.code == code)
        #expect(failure.lines.first?.hasPrefix(start) == true)
    }

    /// The seconds, `--retry`, the timeout and the deadline in seconds.
    private static let waits: [(String, Int, Int?, Int, Int?, String)] = [
        ("5", 429, nil, 30, nil, "; --retry 1 does so. Rejected calls count as well."),
        ("5", 429, nil, 3, 60, "; --retry 1 --timeout 5s does so. Rejected calls count as well."),
        ("5", 429, 2, 3, nil, "; --timeout 5s does so. Rejected calls count as well."),
        ("5", 429, 2, 30, nil, ". Rejected calls count as well."),
        ("5", 429, 2, 30, 4, ", which is longer than the deadline in the settings. Rejected calls count as well."),
        ("3600", 429, nil, 30, nil, ". Rejected calls count as well."), ("86400", 429, 3, 30, nil, ". Rejected calls count as well."),
        ("5", 403, nil, 30, nil, ". Check MARVEL"),
    ]

    @Test(arguments: waits)
    func `a wait that the service asks for is told, with the options that wait so long and aren't given`(
        seconds: String, status: Int, retries: Int?, timeout: Int, deadline: Int?, rest: String
    ) {
        let response = HTTPResponse(
            status: HTTPStatus(rawValue: status), headers: ["Retry-After": seconds], body: Data(#"{"code": "X", "message": "Enough"}"#.utf8)
        )
        let call = FailedCall(
            error: APIError(.badStatus, "", response: response), retries: retries, timeout: .seconds(timeout),
            deadline: deadline.map { .seconds($0) })
        let line = Failure(asking: call).lines.first ?? ""
        let wait = ["5": "5 s", "3600": "60 min", "86400": "24 h"][seconds] ?? ""
        #expect(line.hasPrefix("Enough. The service asks to wait \(wait)\(rest)"), "\(line)")
    }

    @Test func `a message is one line, whatever the service says`() {
        let response = HTTPResponse(status: 404, body: Data(#"{"code": 404, "status": "No\r\n\u001b[31msuch\tthing"}"#.utf8))
        #expect(Failure(asking: APIError(.badStatus, "", response: response)).lines == ["No [31msuch thing"])
    }

    @Test func `the service's words don't show the key and the hash that it repeats`() {
        let body = #"{"code": 500, "status": "Bad thing /v1/public/characters?limit=20&ts=7&apikey=PUBLIC&hash=0123abcd"}"#
        let response = HTTPResponse(status: 500, body: Data(body.utf8))
        let line = Failure(asking: APIError(.badStatus, "", response: response)).lines.first ?? ""
        #expect(line.hasPrefix("Bad thing /v1/public/characters?limit=20&"))
        #expect(!line.contains("PUBLIC") && !line.contains("0123abcd"))
    }

    @Test func `a cancelled call needs no words`() {
        #expect(Failure(asking: CancellationError()).code == .interrupted)
        #expect(Failure(asking: CancellationError()).lines.isEmpty)
        #expect(Failure(asking: APIError(.cancelled, "It was cancelled.")).lines.isEmpty)
    }

    @Test func `no two exit codes are the same`() {
        #expect(Set(ExitCode.allCases.map(\.rawValue)).count == ExitCode.allCases.count)
    }
}
