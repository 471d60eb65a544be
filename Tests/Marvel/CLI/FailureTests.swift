import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@testable import CommandLineProgram
@testable import marvel

@Suite struct FailureTests {
    @Test(arguments: [
        (APIError.Code.invalidRequest, ExitCode.usage), (.configuration, .configuration), (.authentication, .authentication),
        (.connection, .network), (.tls, .network), (.tooManyRedirects, .network), (.timeout, .timeout), (.deadline, .timeout),
        (.decoding, .decoding), (.bodyTooLarge, .decoding), (.quota, .quota), (.cancelled, .interrupted), (.restartLimit, .service),
        (.undecided, .service), (.unanswered, .file), (APIError.Code(rawValue: "own"), .service),
    ])
    func `marvel: each kind of error has its exit code`(code: APIError.Code, exitCode: ExitCode) {
        #expect(Failure(asking: APIError(code, "It broke.")).code == exitCode)
    }

    private static func missing(_ what: String) -> String { #"{"code":"MissingParameter","message":"You must provide a \#(what)."}"# }

    private static let refusals: [(Int, String, ExitCode, String)] = [
        (401, #"{"code":"InvalidCredentials","message":"Bad key."}"#, .authentication, "Bad key. Check MARVEL_PUBLIC_KEY and MARVEL_PR"),
        (409, missing("user key"), .authentication, "You must provide a user key. Check"),
        (409, missing("hash"), .authentication, "You must provide a hash. Check"),
        (409, #"{"code":409,"status":"You may not request more than 100 items."}"#, .usage, "You may not request more than 100 items."),
        (409, #"{"status": "Too few."}"#, .usage, "Too few."), (409, #"{"message": "Too odd.", "code": null}"#, .usage, "Too odd."),
        (404, #"{"code":404,"status":"We couldn't find that character"}"#, .notFound, "We couldn't find that character"),
        (404, #"{"code": 404, "status": "No\r\n\u001b[31msuch\tthing"}"#, .notFound, "No [31msuch thing"),
        (405, #"{"code":"MethodNotAllowed","message":"POST is not allowed"}"#, .service, "POST is not allowed"),
        (429, #"{"code":"RequestThrottled","message":"Enough"}"#, .quota, "Enough. Try again later: rejected calls count as well."),
        (500, "<html>", .service, "The server answered 500 Internal Server Error"), (403, "", .authentication, "The server answered"),
        (504, "", .timeout, "The server answered"), (301, "", .service, "The server answered"),
        (
            500, #"{"code": 500, "status": "Bad /v1?apikey=PUBLIC&hash=0123abcd"}"#, .service,
            "Bad /v1?apikey=<6 characters>&hash=<8 characters>"
        ),
        (200, #"{"status": "Ok"}"#, .decoding, "The answer could not be read: `code` is missing."),
        (200, "[1", .decoding, "The answer could not be read: the body is not valid JSON"),
        (200, Fixture.envelope(data: #"{"offset": "a"}"#), .decoding, "The answer could not be read: data.offset: expected"),
    ]

    @Test(arguments: refusals)
    func `marvel: a refusal is one line in the service's words, with its exit code`(
        status: Int, body: String, code: ExitCode, message: String
    ) async throws {
        let server = try LoopbackServer { _ in HTTPResponse(status: HTTPStatus(rawValue: status), body: Data(body.utf8)) }
        for arguments in [["comics"], ["events", "7", "creators"], ["story", "7"]] {
            let terminal = await Terminal.run(arguments + ["--retry", "0"], against: server.url, expecting: code)
            #expect(terminal.reports.count == 1 && terminal.reports[0].hasPrefix("marvel: \(message)"), "\(terminal.reports)")
            #expect(terminal.data.isEmpty)
        }
        let terminal = await Terminal.run(["comics", "--all", "--retry=0", "--output=json"], against: server.url, expecting: code)
        let error = try JSON(parsing: terminal.reports.first ?? "")["error"]
        #expect(error?["kind"]?.string == "\(code)" && error?["exitCode"]?.int == Int(code.rawValue))
        #expect(error?["message"]?.string?.hasPrefix(message) == true && terminal.data.isEmpty)
    }

    /// Each row: `Retry-After` in seconds, the status, `--retry`, the timeout and the deadline in seconds, and the advice.
    private static let waits: [(String, Int, Int?, Int, Int?, String)] = [
        ("5", 429, nil, 30, nil, "5 s; use --retry 1 to wait. Rejected calls count as well."),
        ("5", 429, nil, 3, 60, "5 s; use --retry 1 --timeout 5s to wait. Rejected calls count as well."),
        ("5", 429, 2, 3, nil, "5 s; use --timeout 5s to wait. Rejected calls count as well."),
        ("5", 429, 2, 30, nil, "5 s. Rejected calls count as well."),
        ("5", 429, 2, 30, 4, "5 s, which is longer than the deadline in the settings. Rejected calls count as well."),
        ("3600", 429, nil, 30, nil, "60 min. Rejected calls count as well."),
        ("86400", 429, 3, 30, nil, "24 h. Rejected calls count as well."), ("5", 403, nil, 30, nil, "5 s. Check MARVEL"),
    ]

    @Test(arguments: waits)
    func `marvel: a wait that the service asks for is reported, with the options that allow it`(
        seconds: String, status: Int, retries: Int?, timeout: Int, deadline: Int?, rest: String
    ) {
        let body = Data(#"{"code": "X", "message": "Enough"}"#.utf8)
        let response = HTTPResponse(status: HTTPStatus(rawValue: status), headers: ["Retry-After": seconds], body: body)
        let call = FailedCall(
            error: APIError(.badStatus, "", response: response), retries: retries, timeout: .seconds(timeout),
            deadline: deadline.map { .seconds($0) })
        #expect(Failure(asking: call).lines.first?.hasPrefix("Enough. The service asks to wait \(rest)") == true)
    }

    @Test(arguments: ["table", "json"])
    func `marvel: the attribution shows no key that the service repeats`(form: String) async throws {
        let page = Fixture.page([]).replacing("Data by the fixture", with: "Data by /v1?apikey=PUBLIC&hash=0123abcd")
        let (terminal, server) = (Terminal(), try Fixture.service { _ in page })
        #expect(await terminal.run(["characters", "--output", form], against: server.url) == .ok)
        #expect((terminal.data + terminal.reports.joined()).contains("Data by /v1?apikey=<6 characters>&hash=<8 characters>"))
    }

    @Test func `marvel: a cancelled call prints nothing`() {
        for error in [CancellationError(), APIError(.cancelled, "It was cancelled.")] as [any Error] {
            #expect(Failure(asking: error).code == .interrupted && Failure(asking: error).lines.isEmpty)
        }
    }

    @Test func `marvel: a truncated response is a network failure`() async throws {
        let server = try LoopbackServer(raw: { connection in
            _ = try connection.readRequest()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n{\"code\": 2")
        })
        let terminal = await Terminal.run(["characters"], against: server.url, expecting: .network)
        #expect(terminal.reports.count == 1)
        #expect(terminal.reports.first?.hasPrefix("marvel: The response of \(server.origin) ended before it was complete") == true)
    }
}
