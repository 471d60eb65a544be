import EndpointKit

/// The code of the article "Observing calls".
enum Observing {
    static func observed(_ configuration: APIConfiguration, write: @escaping @Sendable (LogLine) -> Void) -> APIClient {
        let client = APIClient(configuration: configuration, observers: [LogObserver(.attempts) { line in write(line) }])
        return client
    }

    static func followed(_ activity: ActivityCounter, show: (Bool) -> Void) async {
        for await isActive in activity.changes { show(isActive) }
    }

    struct SlowCalls: CallObserver {
        let report: @Sendable (String) -> Void

        func observe(_ event: CallEvent) {
            guard case .finished = event.kind, event.elapsed > .seconds(2) else { return }
            report("\(event.endpointLabel) took \(event.elapsed)")
        }
    }

    static func measured(_ client: APIClient) async throws -> String {
        let response = try await client.data(.get("fast")).response
        let metrics = response.metrics
        return "\(response.attempts.count) attempts, \(metrics?.httpVersion?.rawValue ?? "-"), \(metrics?.receivedBytes ?? 0) bytes"
    }

    static func failed(_ client: APIClient) async -> String? {
        do {
            _ = try await client.data(.get("missing")).value
            return nil
        } catch {
            return (error as? APIError)?.timeline  // each attempt, with what was decided and how long it waited
        }
    }

    static func command(_ client: APIClient) throws -> String {
        let request = try client.request(for: .get("fast"))
        return request.curlCommand()  // without secrets
    }

    static func redacted(_ configuration: inout APIConfiguration) {
        configuration.policies.redaction = .standard.hiding("ssn", "birthday")
        configuration.policies.log = .calls  // a line for each call, on standard error
    }
}
