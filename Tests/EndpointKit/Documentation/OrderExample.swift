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
