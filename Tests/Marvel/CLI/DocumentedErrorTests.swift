import CommandLineProgram
import EndpointKit
import EndpointKitTesting
import Foundation
import MarvelGateway
import TestSupport
import Testing

@testable import marvel

/// The errors that the service documents, as the program reports them.
@Suite struct DocumentedErrorTests {
    private static let documented: [(Int, String, ExitCode, String)] = [
        (
            401, #"{"code":"InvalidCredentials","message":"The passed API key is invalid."}"#, .authentication,
            "The passed API key is invalid."
        ),
        (
            401, #"{"code":"InvalidCredentials","message":"That hash, timestamp and key combination is invalid."}"#, .authentication,
            "That hash, timestamp and key combination is invalid. Check MARVEL_PUBLIC_KEY"
        ),
        (
            409, #"{"code":"MissingParameter","message":"You must provide a user key."}"#, .authentication,
            "You must provide a user key. Check"
        ),
        (409, #"{"code":"MissingParameter","message":"You must provide a hash."}"#, .authentication, "You must provide a hash. Check"),
        (
            409, #"{"code":"MissingParameter","message":"You must provide a timestamp."}"#, .authentication,
            "You must provide a timestamp. Check"
        ),
        (409, #"{"code":409,"status":"You may not request more than 100 items."}"#, .usage, "You may not request more than 100 items."),
        (
            409, #"{"code":409,"status":"You must pass an integer limit greater than 0."}"#, .usage,
            "You must pass an integer limit greater than 0."
        ),
        (404, #"{"code":404,"status":"We couldn't find that character"}"#, .notFound, "We couldn't find that character"),
        (404, #"{"code":"ResourceNotFound","message":"/v2 does not exist"}"#, .notFound, "/v2 does not exist"),
        (405, #"{"code":"MethodNotAllowed","message":"POST is not allowed"}"#, .service, "POST is not allowed"),
        (429, #"{"code":"RequestThrottled","message":"Enough for today."}"#, .quota, "Enough for today. Try again later"),
        (500, "<html>", .service, "The server answered 500 Internal Server Error"),
    ]

    @Test(arguments: documented)
    func `each has its exit code and the service's own words`(status: Int, body: String, code: ExitCode, message: String) async throws {
        let server = try LoopbackServer { _ in HTTPResponse(status: HTTPStatus(rawValue: status), body: Data(body.utf8)) }
        for arguments in [["comics"], ["events", "7", "creators"], ["story", "7"]] {
            let terminal = Terminal()
            #expect(await terminal.run(arguments + ["--retry", "0"], against: server.url) == code)
            #expect(terminal.reports.count == 1 && terminal.reports.first?.hasPrefix("marvel: \(message)") == true)
            #expect(terminal.data.isEmpty)
        }
        let terminal = Terminal()
        #expect(await terminal.run(["comics", "--retry=0", "--output=json"], against: server.url) == code)
        let error = try JSON(parsing: Data((terminal.reports.first ?? "").utf8))["error"]
        #expect(error?["kind"]?.string == "\(code)" && error?["exitCode"]?.int == Int(code.rawValue))
        #expect(error?["message"]?.string?.hasPrefix(message) == true)
    }

    /// What leads the gateway to refuse a call.
    private static let causes: [([String], [String: String], String, ExitCode)] = [
        (["characters"], ["MARVEL_PUBLIC_KEY": "wrong"], "", .authentication),
        (["characters"], ["MARVEL_PRIVATE_KEY": "wrong"], "", .authentication),
        (["characters"], [:], #""type": "query", "query": { "nothing": { "env": "MARVEL_PUBLIC_KEY" } }"#, .authentication),
        (["characters"], [:], #""type": "query", "query": { "apikey": { "env": "MARVEL_PUBLIC_KEY" } }"#, .authentication),
        (["character", "1"], [:], "", .notFound), (["comic", "1"], [:], "", .notFound), (["creator", "1"], [:], "", .notFound),
        (["event", "1"], [:], "", .notFound), (["series", "1"], [:], "", .notFound), (["story", "1"], [:], "", .notFound),
        (["series", "1", "comics"], [:], "", .notFound), (["characters"], ["MARVEL_BASE_PATH": "v1/private"], "", .notFound),
        (["characters"], ["MARVEL_QUERY_UNKNOWN": "1"], "", .usage),
    ]

    @Test(arguments: causes)
    func `the gateway's refusals have them, too`(
        arguments: [String], environment: [String: String], authentication: String, code: ExitCode
    ) async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        let keys = #""type": "hashedQuery", "publicKey": { "env": "MARVEL_PUBLIC_KEY" }, "privateKey": { "env": "MARVEL_PRIVATE_KEY" }"#
        let query = environment["MARVEL_QUERY_UNKNOWN"] == nil ? "" : #", "query": { "unknown": "1" }"#
        let settings = """
            { "baseURL": "\(gateway.url)", "basePath": "v1/public",
              "authentication": { \(authentication.isEmpty ? keys : authentication) }\(query) }
            """
        let file = try TemporaryFile(settings.utf8, name: "settings.json")
        let terminal = Terminal()
        let environment = ["MARVEL_PUBLIC_KEY": "1234", "MARVEL_PRIVATE_KEY": "abcd"].merging(environment) { $1 }
        #expect(await terminal.run(arguments + ["--config", file.url.path], environment: environment) == code)
        #expect(terminal.data.isEmpty && terminal.reports.last?.hasPrefix("marvel: ") == true)
    }

    @Test func `a quota that is used up has its own code`() async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd", dailyQuota: 0)
        #expect(await Terminal().run(["characters"], against: gateway.url) == .quota)
    }

    @Test(arguments: [
        (#"{"status": "Ok"}"#, "The answer could not be read: `code` is missing."),
        ("[1", "The answer could not be read: the body is not valid JSON"),
        (Fixture.envelope(data: #"{"offset": "a"}"#), "The answer could not be read: data.offset: expected"),
    ])
    func `an answer that can't be read is told in the program's words`(body: String, message: String) async throws {
        let server = try LoopbackServer { _ in HTTPResponse(body: Data(body.utf8)) }
        let terminal = Terminal()
        #expect(await terminal.run(["creators"], against: server.url) == .decoding)
        #expect(terminal.reports.count == 1 && terminal.reports.first?.hasPrefix("marvel: \(message)") == true, "\(terminal.reports)")
    }
}
