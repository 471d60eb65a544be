// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public enum VisitsEndpoint: AuthenticatedEndpoint, RoutedEndpoint {
    case getVisit(id: UUID, xSince: Date, xLevel: VisitXLevel?, xRooms: [String]?, day: Day?, `where`: VisitWhere?)
    case changeVisit(id: UUID, ChangeVisitBody)
    case addScan(id: UUID, AddScanBody)
    case visitChanges

    public var route: Route {
        switch self {
        case .getVisit(let id, let xSince, let xLevel, let xRooms, let day, let `where`):
            .get(
                "visits/\(id)",
                query: Query(encoding: ["where": `where`]).appending(["day": day]),
                headers: ["X-Since": xSince.ISO8601Format(), "X-Level": xLevel, "X-Rooms": .commaSeparated(xRooms ?? [])])
        case .changeVisit(let id, let changeVisitBody): .patch("visits/\(id)", body: .json(changeVisitBody))
        case .addScan(let id, let addScanBody):
            Route(.post, "visits/\(id)/scans", baseURL: PetShopClient.uploadServer, body: addScanBody.form)
        case .visitChanges: .get("visits/changes")
        }
    }
}

extension PetShopClient {
    public func getVisit(
        id: UUID, xSince: Date, xLevel: VisitXLevel? = nil, xRooms: [String]? = nil, day: Day? = nil, `where`: VisitWhere? = nil
    ) -> Call<Visit> {
        call(VisitsEndpoint.getVisit(id: id, xSince: xSince, xLevel: xLevel, xRooms: xRooms, day: day, where: `where`))
    }
    public func changeVisit(id: UUID, _ changeVisitBody: ChangeVisitBody) -> Call<Void> {
        call(VisitsEndpoint.changeVisit(id: id, changeVisitBody))
    }
    public func addScan(id: UUID, _ addScanBody: AddScanBody) -> Call<Void> { call(VisitsEndpoint.addScan(id: id, addScanBody)) }
    public func visitChanges() -> Call<[Visit]> { call(VisitsEndpoint.visitChanges) }
    public func visitChangesEvents() -> EventValues<Visit> { events(VisitsEndpoint.visitChanges) }
}
