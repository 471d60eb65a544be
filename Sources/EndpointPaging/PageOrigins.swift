/// The origins of a list's pages.
struct PageOrigins: Codable, Hashable, Sendable {
    /// The origin of the first page; nil before it is requested.
    private var home: String?
    /// The client's other origins, to which pages may lead. They aren't stored, because the client that continues the list has its own.
    private var others: Set<String> = []
    private var hasLeft = false
    /// The query items of earlier pages that must not be sent to another origin if the service repeats them. Only their digests are stored,
    /// because they may be secrets.
    private var repeated = AddedItems()

    private enum CodingKeys: CodingKey {
        case home, hasLeft, repeated
    }

    init() {}

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: CodingKeys.self)
        home = try members.decodeIfPresent(String.self, forKey: .home)
        hasLeft = try members.decode(Bool.self, forKey: .hasLeft)
        repeated = try members.decodeIfPresent(AddedItems.self, forKey: .repeated) ?? AddedItems()
    }

    /// Whether a page must be requested as if it were at another origin.
    func isAway(_ route: Route) -> Bool {
        guard !hasLeft, let home, let origin = Self.origin(of: route) else { return hasLeft }
        return origin.description != home && !others.contains(origin.description)
    }

    /// Whether a page is requested over http although the list began over https.
    func isLessSecure(_ route: Route) -> Bool {
        home?.hasPrefix("https:") == true && Self.origin(of: route)?.scheme == .http
    }

    private static func origin(of route: Route) -> Origin? { route.baseURL.flatMap { origin($0.absoluteString) } }
    private static func origin(_ address: String) -> Origin? { try? Location.parse(address).get().origin }

    /// Continues the list in a client with this home.
    mutating func begin(at home: Home) {
        guard let origin = self.home.flatMap({ Self.origin($0) }) else { return }
        others = Set(home.others(beside: origin).map(\.description))
    }

    mutating func note(_ sent: SentRequest) {
        if home == nil {
            home = sent.home.description
            others = Set(sent.otherHomes.map(\.description))
        }
        hasLeft = hasLeft || sent.request.isAway
        repeated.formUnion(sent.itemsForHome)
    }

    // Values that aren't stored aren't compared either.
    static func == (a: Self, b: Self) -> Bool { (a.home, a.hasLeft) == (b.home, b.hasLeft) }

    func hash(into hasher: inout Hasher) { hasher.combine(home) }

    func removeRepeated(from route: inout Route) {
        route.query.removeItems { repeated.contains($0) }
        guard let url = route.baseURL, case .success(var location) = Location.parse(url.absoluteString) else { return }
        location.query.removeItems { repeated.contains($0) }
        route.baseURL = URL(string: location.text)
    }
}
