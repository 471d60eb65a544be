/// The resource whose list a call requests: `client.comics(of: .series(4))`. For each kind of list, only the parents that the service
/// supports compile.
public struct Parent<Child: MarvelResource>: Hashable, Codable, Sendable {
    /// The parent's kind, as in the path.
    let name: String
    let id: Int
}

extension Parent {
    /// A parent whose kind is known only at run time. nil if the service has no such list.
    public init?(_ parent: any MarvelResource.Type, id: Int) {
        guard parent.has(Child.self) else { return nil }
        self.init(name: parent.name, id: id)
    }
}

/// Resources that can be listed for a character.
public protocol CharacterRelated {}
/// Resources that can be listed for a comic.
public protocol ComicRelated {}
/// Resources that can be listed for a creator.
public protocol CreatorRelated {}
/// Resources that can be listed for an event.
public protocol EventRelated {}
/// Resources that can be listed for a series.
public protocol SeriesRelated {}
/// Resources that can be listed for a story.
public protocol StoryRelated {}

extension Parent where Child: CharacterRelated {
    /// The list of this character.
    public static func character(_ id: Int) -> Self { Self(name: Character.name, id: id) }
}
extension Parent where Child: ComicRelated {
    /// The list of this comic.
    public static func comic(_ id: Int) -> Self { Self(name: Comic.name, id: id) }
}
extension Parent where Child: CreatorRelated {
    /// The list of this creator.
    public static func creator(_ id: Int) -> Self { Self(name: Creator.name, id: id) }
}
extension Parent where Child: EventRelated {
    /// The list of this event.
    public static func event(_ id: Int) -> Self { Self(name: Event.name, id: id) }
}
extension Parent where Child: SeriesRelated {
    /// The list of this series.
    public static func series(_ id: Int) -> Self { Self(name: Series.name, id: id) }
}
extension Parent where Child: StoryRelated {
    /// The list of this story.
    public static func story(_ id: Int) -> Self { Self(name: Story.name, id: id) }
}
