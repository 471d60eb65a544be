import EndpointKit

struct NewOrder: RoutedEndpoint {
    let item: String

    var route: Route { .post("orders", headers: ["Idempotency-Key": UUID().uuidString], body: .json(["item": item])) }
}

struct KeptOrder: RoutedEndpoint {
    let item: String
    let key = UUID()

    var route: Route { .post("orders", headers: ["Idempotency-Key": key.uuidString], body: .json(["item": item])) }
}

/// A search that is worth more attempts than the client's policy allows.
struct PatientSearch: RoutedEndpoint {
    let route = Route.get("search")

    func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
        standard.replacing(RetryDecision.self, with: RetryDecision(policy: .aggressive))
    }
}

func patient(_ configuration: inout APIConfiguration) {
    configuration.policies.retry = .standard.treatingAsFinal(.tooManyRequests)
}
