/// The resource that a path below the base path names.
enum Resource {
    case characters
    case character(id: Int?)
    case list(List, ofCharacter: Int?)

    enum List: String {
        case comics, events, series, stories
    }

    static let basePath = "/v1/public"

    /// nil for an unknown path. An id that isn't a number names a character that doesn't exist.
    init?(path: String) {
        guard path.hasPrefix(Self.basePath + "/") else { return nil }
        let segments = path.dropFirst(Self.basePath.count + 1).split(separator: "/", omittingEmptySubsequences: false)
        guard segments.first == "characters" else { return nil }
        switch segments.count {
        case 1: self = .characters
        case 2 where !segments[1].isEmpty: self = .character(id: segments[1].naturalNumber)
        case 3:
            guard let list = List(rawValue: String(segments[2])), !segments[1].isEmpty else { return nil }
            self = .list(list, ofCharacter: segments[1].naturalNumber)
        default: return nil
        }
    }
}
