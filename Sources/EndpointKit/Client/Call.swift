/// A typed operation, ready to be used: nothing happens before, and it can be used again.
///
///     let page = try await client.characters().value
public struct Call<Value: Sendable>: Sendable {
    let operation: any CallOperation<Value>

    /// Makes the call. Throws an ``APIError``, what a decision chose to throw, or `CancellationError` when the task was cancelled.
    public var value: Value {
        get async throws { try await operation.run().value }
    }

    /// Makes the call, for those who want the response beside its value. Throws as ``value`` does.
    public var response: Reply<Value> {
        get async throws { try await operation.run() }
    }
}

/// What a call is, with the type of its request forgotten.
protocol CallOperation<Value>: AnyObject, Sendable {
    associatedtype Value: Sendable
    var endpoint: any Endpoint { get }
    func decode(_ response: HTTPResponse) throws -> Value
    func run() async throws -> Reply<Value>
}

final class RequestOperation<R: Request>: CallOperation {
    let client: APIClient
    let request: R

    init(client: APIClient, request: R) {
        self.client = client
        self.request = request
    }

    var endpoint: any Endpoint { request.unwrapped }
    func decode(_ response: HTTPResponse) throws -> R.Response { try request.decode(response, with: client.decoder) }
    func run() async throws -> Reply<R.Response> { try await AttemptLoop(operation: self).run() }
}
