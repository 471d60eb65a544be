import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct DecisionContextTests {
    struct Odd: Error {}

    @Test func `DecisionContext: it has everything that a decision needs`() throws {
        let response = HTTPResponse(status: 503, body: Data("busy".utf8))
        let context = try DecisionContext.example(.success(response), attempt: 2, elapsed: .seconds(3), deadline: .seconds(10))
        #expect(context.status == 503 && context.response?.body == Data("busy".utf8))
        #expect(context.attempt == 2 && context.retryableAttempt == 2)
        #expect(context.elapsed == .seconds(3) && context.remaining == .seconds(7))
        #expect(!context.isStreamed)
        #expect(try context.decode(response) == Data("busy".utf8))
    }

    @Test func `DecisionContext: a failure has neither response nor status`() throws {
        let context = try DecisionContext.example(.failure(Odd()))
        #expect(context.response == nil && context.status == nil && context.remaining == nil)
        #expect(throws: Odd.self) { try context.result.get() }
    }

    @Test func `DecisionContext: an error thrown by a test's decode closure is a decoding error`() throws {
        let request = try DecisionContext.example(.success(HTTPResponse())).request
        let context = DecisionContext<Int>(request: request, result: .success(HTTPResponse(status: 201))) { _ in throw Odd() }
        let error = #expect(throws: APIError.self) { try context.decode(HTTPResponse(status: 201)) }
        #expect(error?.code == .decoding && error?.underlying is Odd && error?.response?.status == 201)
    }

    @Test func `DecisionContext: its decisions can be edited for another attempt`() throws {
        let request = try DecisionContext.example(.success(HTTPResponse())).request
        let context = DecisionContext<Int>(
            request: request, result: .success(HTTPResponse()), decisions: [RetryDecision(), BadStatusDecision(), ParseDecision()]
        ) { _ in 1 }
        #expect(context.removing(RetryDecision.self).map { "\(type(of: $0))" } == ["BadStatusDecision", "ParseDecision"])
        let replaced = context.replacing(BadStatusDecision.self, with: EmptyBodyDecision())
        #expect(replaced.map { "\(type(of: $0))" } == ["RetryDecision", "EmptyBodyDecision", "ParseDecision"])
    }
}
