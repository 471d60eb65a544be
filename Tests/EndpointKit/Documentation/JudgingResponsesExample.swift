import EndpointKit

/// The code of the article "Judging responses".
enum JudgingResponses {
    /// Asks again until the work is done, where a service answers 202 as long as it isn't.
    struct PollingDecision: ResponseDecision {
        func shouldApply<Value>(to exchange: Exchange<Value>) -> Bool { exchange.status == .accepted }

        func apply<Value>(to exchange: Exchange<Value>) async throws -> DecisionAction<Value> {
            .restart(after: exchange.response.flatMap { RetryAfter($0)?.wait } ?? .seconds(1))
        }
    }

    struct Report: RoutedEndpoint {
        let id: Int
        var route: Route { .get("reports/\(id)") }

        func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
            standard.inserting(PollingDecision(), before: BadStatusDecision.self)
        }
    }

    static func client(_ configuration: APIConfiguration) -> APIClient {
        // Some services put every value into {"data": …}.
        let unwrapping = DataMappingDecision { body in try JSON(parsing: body)["data"]?.data() ?? body }
        let decisions = APIClient.standardDecisions.inserting(unwrapping, before: ParseDecision.self)
        return APIClient(configuration: configuration, decisions: decisions)
    }

    static func once(_ client: APIClient) async throws -> Data {
        try await client.data(.get("status")).deciding { standard in standard.removing(RetryDecision.self) }.value
    }
}
