public import EndpointKit

/// One of the six kinds of resource, for code that treats them alike:
///
///     func page<Resource: MarvelResource>(_ type: Resource.Type, in client: MarvelClient) async throws -> [String] {
///         let page: DataWrapper<Resource> = try await client.call(Resource.list(of: nil, Resource.Filter(), offset: 0, limit: 20)).value
///         return page.results.map { "\($0.id) \($0.title)" }
///     }
///     for kind in MarvelClient.resources { try await show(page(kind, in: client)) }
public protocol MarvelResource: Codable, Hashable, Identifiable<Int>, Sendable {
    /// The filter of its lists.
    associatedtype Filter: ListFilter

    /// The plural, as in paths and in the names of filters: `comics`.
    static var name: String { get }
    /// The endpoint of its list, or of a parent's list.
    static func list(of parent: Parent<Self>?, _ filter: Filter, offset: Int, limit: Int) -> MarvelEndpoint
    /// The endpoint of one resource.
    static func one(id: Int) -> MarvelEndpoint
    /// Whether a resource of this kind has a list of `child`.
    static func has(_ child: any MarvelResource.Type) -> Bool

    /// The name or the title, to show to people.
    var title: String { get }
    /// The address of the resource, without credentials.
    var resourceURI: String { get }
    /// The date of the last change; nil if it is unknown.
    var modified: Date? { get }
    /// The main image; nil if there is none.
    var thumbnail: Thumbnail? { get }
}

/// The filter of a list. Its properties have the names of the API's parameters. In a parent's list, the ids of the parent's kind aren't
/// sent.
public protocol ListFilter: Hashable, Codable, Sendable {
    /// The keys by which the list can be sorted.
    static var orders: [ListOrder<Self>] { get }
    /// The order; nil for the service's own order.
    var orderBy: ListOrder<Self>? { get set }
    /// Selects resources that have changed since this date.
    var modifiedSince: Date? { get set }
    /// A filter that selects everything.
    init()
}

extension ListFilter {
    /// The order of a list with this filter.
    public typealias Order = ListOrder<Self>
}

extension MarvelClient {
    /// All kinds of resource.
    public static let resources: [any MarvelResource.Type] = [
        Character.self, Comic.self, Creator.self, Event.self, Series.self, Story.self,
    ]
}

extension Character: MarvelResource, ComicRelated, EventRelated, SeriesRelated, StoryRelated {
    public static let name = "characters"
    public static func list(of parent: Parent<Self>?, _ filter: CharacterFilter, offset: Int, limit: Int) -> MarvelEndpoint {
        .characters(of: parent, filter, offset: offset, limit: limit)
    }
    public static func one(id: Int) -> MarvelEndpoint { .character(id: id) }
    public static func has(_ child: any MarvelResource.Type) -> Bool { child is any CharacterRelated.Type }
    public var title: String { name }
}

extension Comic: MarvelResource, CharacterRelated, CreatorRelated, EventRelated, SeriesRelated, StoryRelated {
    public static let name = "comics"
    public static func list(of parent: Parent<Self>?, _ filter: ComicFilter, offset: Int, limit: Int) -> MarvelEndpoint {
        .comics(of: parent, filter, offset: offset, limit: limit)
    }
    public static func one(id: Int) -> MarvelEndpoint { .comic(id: id) }
    public static func has(_ child: any MarvelResource.Type) -> Bool { child is any ComicRelated.Type }
}

extension Creator: MarvelResource, ComicRelated, EventRelated, SeriesRelated, StoryRelated {
    public static let name = "creators"
    public static func list(of parent: Parent<Self>?, _ filter: CreatorFilter, offset: Int, limit: Int) -> MarvelEndpoint {
        .creators(of: parent, filter, offset: offset, limit: limit)
    }
    public static func one(id: Int) -> MarvelEndpoint { .creator(id: id) }
    public static func has(_ child: any MarvelResource.Type) -> Bool { child is any CreatorRelated.Type }
    public var title: String { fullName }
}

extension Event: MarvelResource, CharacterRelated, ComicRelated, CreatorRelated, SeriesRelated, StoryRelated {
    public static let name = "events"
    public static func list(of parent: Parent<Self>?, _ filter: EventFilter, offset: Int, limit: Int) -> MarvelEndpoint {
        .events(of: parent, filter, offset: offset, limit: limit)
    }
    public static func one(id: Int) -> MarvelEndpoint { .event(id: id) }
    public static func has(_ child: any MarvelResource.Type) -> Bool { child is any EventRelated.Type }
}

extension Series: MarvelResource, CharacterRelated, CreatorRelated, EventRelated, StoryRelated {
    public static let name = "series"
    public static func list(of parent: Parent<Self>?, _ filter: SeriesFilter, offset: Int, limit: Int) -> MarvelEndpoint {
        .series(of: parent, filter, offset: offset, limit: limit)
    }
    public static func one(id: Int) -> MarvelEndpoint { .oneSeries(id: id) }
    public static func has(_ child: any MarvelResource.Type) -> Bool { child is any SeriesRelated.Type }
}

extension Story: MarvelResource, CharacterRelated, ComicRelated, CreatorRelated, EventRelated, SeriesRelated {
    public static let name = "stories"
    public static func list(of parent: Parent<Self>?, _ filter: StoryFilter, offset: Int, limit: Int) -> MarvelEndpoint {
        .stories(of: parent, filter, offset: offset, limit: limit)
    }
    public static func one(id: Int) -> MarvelEndpoint { .story(id: id) }
    public static func has(_ child: any MarvelResource.Type) -> Bool { child is any StoryRelated.Type }
}
