import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// The text in our messages about other libraries' errors.
@Suite struct APIErrorUnderlyingTests {
    enum Refusal: Error { case expired, token(String), login(user: String, password: String) }
    struct Login: Error { var password = "hunter2" }
    struct Speaking: Error, CustomStringConvertible { var description: String }
    struct Localized: LocalizedError { var errorDescription: String? }

    @Test(arguments: [(Refusal.expired, "Refusal.expired"), (Login(), "Login")] as [(any Error, String)])
    func `APIError: an error that was thrown through a continuation keeps its name`(own: any Error, name: String) async throws {
        let adapter = AnyAdapter { _ in
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                continuation.resume(throwing: own)
            }
        }
        let client = try APIClient.example(StubTransport()) { $0.authentication = .custom(adapter) }
        let error = await failure { try await client.call(.get("items").authenticated()).value }
        #expect(error?.message == "The request could not be authenticated: \(name).")
        #expect(error?.debugDescription.contains("Underlying \(type(of: own)): \(name)") == true)
    }

    static let errors: [(any Error, String)] = [
        (Refusal.expired, "Refusal.expired"), (Refusal.token("hunter2"), "Refusal.token"),
        (Refusal.login(user: "me", password: "hunter2"), "Refusal.login"), (Login(), "Login"),
        (Speaking(description: "The vault is closed."), "The vault is closed"),
        (
            Speaking(description: "GET https://me:hunter2@example.com/?token=hunter2&page=2 failed"),
            "GET https://<redacted>@example.com/?token=<7 characters>&page=2 failed"
        ),
        (Speaking(description: "password=hunter2, user=me (a?hash=hunter2)"), "password=<7 characters>, user=me (a?hash=<7 characters>)"),
        (Localized(errorDescription: "No key in the chain."), "No key in the chain"), (Localized(errorDescription: nil), "Localized"),
        (APIError(.file, "The file a is gone."), "The file a is gone"),
        (
            EncodingError.invalidValue(Date(timeIntervalSince1970: .nan), .init(codingPath: [], debugDescription: "No such date.")),
            "No such date"
        ),
        (EncodingError.invalidValue("hunter2", .init(codingPath: [], debugDescription: "No.")), "No"),
        (
            EncodingError.invalidValue("hunter2", .init(codingPath: [], debugDescription: "Value hunter2 can't be written")),
            "Value <7 characters> can't be written"
        ),
    ]

    @Test(arguments: errors.indices)
    func `APIError: an underlying error is described by its own text or its name, without its values`(index: Int) async throws {
        let (error, text) = Self.errors[index]
        let client = try APIClient.example(StubTransport()) { $0.authentication = .custom(AnyAdapter { _ in throw error }) }
        let failed = await failure { try await client.data(Protected()).value }
        // Our own errors are kept unchanged.
        if !(error is APIError) { #expect(failed?.message == "The request could not be authenticated: \(text).") }
        for text in everyText(of: try #require(failed)) { #expect(!text.contains("hunter2")) }

        struct Body: HTTPBody {
            let error: any Error
            func entity() throws -> HTTPBodyEntity { throw error }
        }
        let unmade = await failure { try await client.data(.post("a", body: Body(error: error))).value }
        #expect(unmade?.message == "The body of POST a could not be made: \(text).")
    }

    struct Reminder: Encodable {
        var date: Day
        var password = "hunter2"
    }
    struct Day: Encodable {
        let date: Date
        func encode(to encoder: any Encoder) throws {
            throw EncodingError.invalidValue(
                date.timeIntervalSince1970, .init(codingPath: encoder.codingPath, debugDescription: "The date is out of range."))
        }
    }
    struct Plain: Encodable { var date: Date }

    @Test(arguments: [.nan, .infinity, -.infinity, 1e300] as [Double])
    func `APIError: a date that can't be written is an error that can be printed`(seconds: Double) async throws {
        let date = Date(timeIntervalSince1970: seconds)
        var bodies: [any HTTPBody] = [.json(Reminder(date: Day(date: date)))]
        // JSON can represent a finite number.
        if !seconds.isFinite { bodies.append(.json(Plain(date: date))) }
        for body in bodies {
            let client = try APIClient.example(StubTransport())
            let error = try #require(await failure { try await client.data(.post("a", body: body)).value })
            #expect(error.code == .bodyEncoding)
            #expect(error.message.contains("date: "))
            for text in everyText(of: error) { #expect(!text.contains("hunter2")) }
        }
    }

    struct Account: Decodable {
        enum Kind: String, Decodable { case free, paid }
        struct Session: Decodable { var token: Kind; var name: Kind? }
        var session: Session?
        var kind: Kind?
    }

    @Test func `APIError: a decoding error says what was found, and quotes no bounds of a range`() async throws {
        struct Price: Decodable {
            var price: Decimal?
            var range: Range<Int>?
        }
        for (body, text) in [
            (#"{"price":"4711"}"#, "price: expected Decimal, found a string"),
            (#"{"range":[4711,1]}"#, "range: the value is not valid"),
        ] {
            let client = try APIClient.example(StubTransport(HTTPResponse(body: Data(body.utf8))))
            let error = try #require(await failure { try await client.call(.get("a"), as: Price.self).value })
            #expect(error.message.contains(text) && !error.message.contains("4711"), "\(error.message)")
        }
    }

    @Test func `APIError: text that a decoder quotes from the response is omitted, whatever the name of its key`() async throws {
        let bodies = [
            #"{"session":{"token":"hunter2"}}"#, #"{"session":{"token":"free","name":"hunter2"}}"#, #"{"kind":"hunter2"}"#,
        ]
        for body in bodies {
            let client = try APIClient.example(StubTransport(HTTPResponse(body: Data(body.utf8))))
            let error = await failure { try await client.call(.get("a"), as: Account.self).value }
            for text in everyText(of: try #require(error)) { #expect(!text.contains("hunter2")) }
            #expect(error?.response?.body == Data(body.utf8))
        }
    }
}
