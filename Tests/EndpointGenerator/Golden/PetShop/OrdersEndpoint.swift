// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum OrdersEndpoint: RoutedEndpoint {
    case orders
    case place(PlaceOrderBody)
    case getInvoice(id: String)

    public var route: Route {
        switch self {
        case .orders: .get("orders")
        case .place(let body): .post("orders", body: FormBody(encoding: body))
        case .getInvoice(let id): .get("orders/\(id)/invoice")
        }
    }

    public var credentials: [CredentialUse] {
        switch self {
        case .orders: [.named("admin_key")]
        case .place: [.standard]
        default: []
        }
    }

    public var json: JSONConvention? { PetShopClient.json }
}

extension PetShopClient {
    public func orders() -> Call<[Order]> { call(OrdersEndpoint.orders) }
    public func placeOrder(_ body: PlaceOrderBody) -> Call<Order> { call(OrdersEndpoint.place(body)) }
    public func getInvoice(id: String) -> Call<String> { string(OrdersEndpoint.getInvoice(id: id)) }
}
