// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum OrdersEndpoint: RoutedEndpoint {
    case getOrders
    case placeOrder(PlaceOrderBody)
    case getInvoice(id: String)

    public var route: Route {
        switch self {
        case .getOrders: .get("orders")
        case .placeOrder(let placeOrderBody): .post("orders", body: FormBody(encoding: placeOrderBody))
        case .getInvoice(let id): .get("orders/\(id)/invoice")
        }
    }

    public var credentials: [CredentialUse] {
        switch self {
        case .getOrders: [.named("admin_key")]
        case .placeOrder: [.standard]
        default: []
        }
    }

    public var json: JSONConvention? { PetShopClient.json }
}

extension PetShopClient {
    public func getOrders() -> Call<[Order]> { call(OrdersEndpoint.getOrders) }
    public func placeOrder(_ placeOrderBody: PlaceOrderBody) -> Call<Order> { call(OrdersEndpoint.placeOrder(placeOrderBody)) }
    public func getInvoice(id: String) -> Call<String> { string(OrdersEndpoint.getInvoice(id: id)) }
}
