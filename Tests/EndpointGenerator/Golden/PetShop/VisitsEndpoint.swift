// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum VisitsEndpoint: AuthenticatedEndpoint, RoutedEndpoint {
    case get(id: UUID, xSince: Date, xLevel: VisitXLevel?, xRooms: [String]?, day: Day?, `where`: VisitWhere?)
    case change(id: UUID, ChangeVisitBody)
    case addScan(id: UUID, AddScanBody)
    case changes

    public var route: Route {
        switch self {
        case .get(let id, let xSince, let xLevel, let xRooms, let day, let `where`):
            .get(
                "visits/\(id)",
                query: Query(encoding: ["where": `where`]).appending(["day": day]),
                headers: ["X-Since": ISO8601.format(xSince), "X-Level": xLevel, "X-Rooms": .commaSeparated(xRooms ?? [])])
        case .change(let id, let body): .patch("visits/\(id)", body: .json(body))
        case .addScan(let id, let body): Route(.post, "visits/\(id)/scans", baseURL: PetShopClient.uploadServer, body: body.form)
        case .changes: .get("visits/changes")
        }
    }
}

extension PetShopClient {
    public func getVisit(
        id: UUID, xSince: Date, xLevel: VisitXLevel? = nil, xRooms: [String]? = nil, day: Day? = nil, `where`: VisitWhere? = nil
    ) -> Call<Visit> {
        call(VisitsEndpoint.get(id: id, xSince: xSince, xLevel: xLevel, xRooms: xRooms, day: day, where: `where`))
    }
    public func changeVisit(id: UUID, _ body: ChangeVisitBody) -> Call<Void> { call(VisitsEndpoint.change(id: id, body)) }
    public func addScan(id: UUID, _ body: AddScanBody) -> Call<Void> { call(VisitsEndpoint.addScan(id: id, body)) }
    public func visitChanges() -> Call<[Visit]> { call(VisitsEndpoint.changes) }
    public func visitChangesEvents(
        calling modify: @escaping @Sendable (Call<HTTPResponseStream>) -> Call<HTTPResponseStream> = { $0 }
    ) -> EventValues<Visit> {
        events(VisitsEndpoint.changes, calling: modify)
    }
}
