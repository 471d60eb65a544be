import EndpointKit

/// A decision's verdict on a context.
enum Verdict: Equatable {
    /// The decision left the result to the next one.
    case passed
    case continued(status: HTTPStatus, body: String)
    case restarted(after: Duration)
    case failed(String)
    case done
}

extension ResponseDecision {
    /// Judges as a call does.
    func verdict<Value>(on context: DecisionContext<Value>) async -> Verdict {
        do {
            guard try await shouldApply(to: context) else { return .passed }
            switch try await apply(to: context) {
            case .continueWith(let response):
                return .continued(status: response.status, body: String(decoding: response.body, as: UTF8.self))
            case .restart(let wait), .restartWith(_, let wait): return .restarted(after: wait)
            case .passed: return .passed
            case .errored(let error): return .failed("\(error)")
            case .done: return .done
            }
        } catch {
            return .failed("\(error)")
        }
    }
}

extension DecisionContext where Value == Data {
    /// A context whose value would be the bytes of its response.
    static func example(
        _ result: Result<HTTPResponse, any Error>, method: HTTPMethod = .get, headers: HTTPHeaders = [:], body: HTTPBodyEntity? = nil,
        attempt: Int = 1, elapsed: Duration = .zero, deadline: Duration? = nil, policy: RetryPolicy = .standard
    ) throws -> DecisionContext {
        let client = try APIClient.example(ChunkTransport([]))
        var request = try client.request(for: Route(method, "items", headers: headers))
        request.body = body
        return DecisionContext(
            request: request, result: result, attempt: attempt, elapsed: elapsed, deadline: deadline, retryPolicy: policy,
            decode: { $0.body })
    }

    static func example(_ response: HTTPResponse) throws -> DecisionContext { try example(.success(response)) }
}
