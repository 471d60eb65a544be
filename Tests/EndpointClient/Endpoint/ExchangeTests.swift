import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct ExchangeTests {
    struct Odd: Error {}

    @Test func `Exchange: it has everything that a decision needs`() throws {
        let response = HTTPResponse(status: 503, body: Data("busy".utf8))
        let exchange = try Exchange.example(.success(response), attempt: 2, elapsed: .seconds(3), deadline: .seconds(10))
        #expect(exchange.status == 503 && exchange.response?.body == Data("busy".utf8))
        #expect(exchange.attempt == 2 && exchange.retryableAttempt == 2)
        #expect(exchange.elapsed == .seconds(3) && exchange.remaining == .seconds(7))
        #expect(!exchange.isStreamed)
        #expect(try exchange.decode(response) == Data("busy".utf8))
    }

    @Test func `Exchange: a failure has neither response nor status`() throws {
        let exchange = try Exchange.example(.failure(Odd()))
        #expect(exchange.response == nil && exchange.status == nil && exchange.remaining == nil)
        #expect(throws: Odd.self) { try exchange.result.get() }
    }

    @Test func `Exchange: an error thrown by a test's decode closure is a decoding error`() throws {
        let request = try Exchange.example(.success(HTTPResponse())).request
        let exchange = Exchange<Int>(request: request, result: .success(HTTPResponse(status: 201))) { _ in throw Odd() }
        let error = #expect(throws: APIError.self) { try exchange.decode(HTTPResponse(status: 201)) }
        #expect(error?.code == .decoding && error?.underlying is Odd && error?.response?.status == 201)
    }

    @Test func `Exchange: its decisions can be edited for another attempt`() throws {
        let request = try Exchange.example(.success(HTTPResponse())).request
        let exchange = Exchange<Int>(
            request: request, result: .success(HTTPResponse()), decisions: [RetryDecision(), BadStatusDecision(), ParseDecision()]
        ) { _ in 1 }
        #expect(exchange.removing(RetryDecision.self).map { "\(type(of: $0))" } == ["BadStatusDecision", "ParseDecision"])
        let replaced = exchange.replacing(BadStatusDecision.self, with: EmptyBodyDecision())
        #expect(replaced.map { "\(type(of: $0))" } == ["RetryDecision", "EmptyBodyDecision", "ParseDecision"])
    }
}
