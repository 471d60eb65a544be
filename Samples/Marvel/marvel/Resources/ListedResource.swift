internal import CommandLineProgram
internal import EndpointKit
internal import MarvelAPI

/// A kind of resource as the program lists and shows it. Its commands, columns and options are derived from this one description.
protocol ListedResource: MarvelResource {
    /// The singular of the name, as in `marvel character <id>`.
    static var singular: String { get }
    static var fields: [Field<Self>] { get }
    /// The members of its JSON that aren't named like a field.
    static var members: [String] { get }
    /// The filters that this kind has, in addition to those of every list.
    static var filters: [FilterOption<Filter>] { get }
}

extension Marvel {
    static let resources: [any ListedResource.Type] = [
        MarvelAPI.Character.self, Comic.self, Creator.self, Event.self, Series.self, Story.self,
    ]

    /// The plural and the singular name of each kind of resource.
    static let resourceWords = resources.flatMap { $0.name == $0.singular ? [$0.name] : [$0.name, $0.singular] }
}

/// An option that sets a property of a filter.
struct FilterOption<Filter>: Sendable {
    typealias Property<Value> = any WritableKeyPath<Filter, Value> & Sendable

    var option: Option
    var set: @Sendable (inout Filter, Arguments) -> Void

    private init<Value>(
        _ option: Option, _ property: Property<Value>, _ value: @escaping @Sendable (Arguments, String) -> Value
    ) {
        self.option = option
        set = { filter, arguments in
            if arguments.has(option.name) { filter[keyPath: property] = value(arguments, option.name) }
        }
    }

    static func text(_ name: String, _ property: Property<String?>, _ summary: String) -> Self {
        Self(Option(name, .text, summary), property) { $0[$1] }
    }
    static func integer(
        _ name: String, _ property: Property<Int?>, _ summary: String, in range: ClosedRange<Int> = 0...Int.max
    ) -> Self {
        Self(Option(name, .integer(range), summary), property) { $0.integer($1) }
    }
    static func number(_ name: String, _ property: Property<Double?>, _ summary: String) -> Self {
        Self(Option(name, .number, summary), property) { $0.number($1) }
    }
    static func flag(_ name: String, _ property: Property<Bool?>, _ summary: String) -> Self {
        Self(Option(name, .boolean, summary), property) { $0.boolean($1) }
    }
    static func ids(_ name: String, _ property: Property<[Int]>, _ summary: String? = nil) -> Self {
        Self(Option(name, .ids, summary ?? "of any of these \(name), such as 21,42"), property) { $0.ids($1) }
    }
    static func date(_ name: String, _ property: Property<Date?>, _ summary: String) -> Self {
        Self(Option(name, .date, summary), property) { $0.date($1) }
    }
    static func dates(_ name: String, _ property: Property<ClosedRange<Date>?>, _ summary: String) -> Self {
        Self(Option(name, .dateRange, summary), property) { $0.dates($1) }
    }
    static func choice<Choice: RawRepresentable<String> & Sendable>(
        _ name: String, _ property: Property<Choice?>, _ words: [String], _ summary: String
    ) -> Self {
        Self(Option(name, .choice(words), summary), property) { $0.choice($1) }
    }
    /// One key, or several separated by commas.
    static func orders<Choice: RawRepresentable<String> & Sendable>(
        _ name: String, _ property: Property<Choice?>, _ words: [String], _ summary: String
    ) -> Self {
        Self(Option(name, .orders(words), summary), property) { $0.choice($1) }
    }
}

extension ListedResource {
    /// A writer of the resources' fields or, as JSON, of all their members.
    static func writer(_ arguments: Arguments, _ console: Console, isGrowing: Bool = false) throws -> ElementWriter<Self> {
        try ElementWriter(fields, arguments, console, isGrowing: isGrowing) { resource in
            try JSON(parsing: JSONConvention.standard.encoder().encode(resource)).object ?? JSON.Object()
        }
    }

    /// The filters of a list. A parent's list has no filter for that parent.
    static func filters(of parent: (any ListedResource.Type)?) -> [FilterOption<Filter>] {
        filters.filter { $0.option.name != parent?.name } + [
            .date("modified-since", \.modifiedSince, "changed at or after this date"),
            .orders("order-by", \.orderBy, Filter.Order.allCases.map(\.rawValue), "the order; of several keys, the first counts most"),
        ]
    }

    static func filter(_ arguments: Arguments, of parent: (any ListedResource.Type)?) -> Filter {
        filters(of: parent).reduce(into: Filter()) { $1.set(&$0, arguments) }
    }
}
