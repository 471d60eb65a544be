internal import EndpointKit

internal import Synchronization

/// Turns resources into the service's JSON, with addresses at its own origin and at the pictures' origin.
final class ResourceWriter: Sendable {
    private let catalogue: Catalogue
    private let imageOrigin: String
    // The JSON written for the latest origin. There is almost always only one origin.
    private let written = Mutex<(origin: String, all: [Kind: [Int: Written]])>(("", [:]))

    init(_ catalogue: Catalogue, imageOrigin: String) {
        self.catalogue = catalogue
        self.imageOrigin = imageOrigin
    }

    /// The JSON of a resource, and its digest.
    typealias Written = (text: Data, digest: String)

    /// Writes each resource once.
    func write(_ resource: Resource, _ kind: Kind, at origin: String) throws -> Written {
        let known = written.withLock { $0.origin == origin ? $0.all[kind]?[resource.id] : nil }
        if let known { return known }
        let text = try json(resource, kind, at: origin).data()
        let new = (text, text.withUnsafeBytes { MD5.hexDigest(of: $0) })
        written.withLock { written in
            if written.origin != origin { written = (origin, [:]) }
            written.all[kind, default: [:]][resource.id] = new
        }
        return new
    }

    private static let itemLimit = 20
    // Roles are an open set, and one of them has two spellings.
    private static let roles = ["writer", "penciler", "penciller", "inker", "colorist", "letterer", "penciler (cover)"]

    func json(_ resource: Resource, _ kind: Kind, at origin: String) -> JSON {
        var json = resource.fields
        let uri = uri(kind, resource, at: origin)
        json["resourceURI"] = JSON(uri)
        if kind != .stories {
            let picture: JSON = ["path": "\(imageOrigin)/images/\(resource.picture)", "extension": "png"]
            json["thumbnail"] = picture
            json["urls"] = .array(
                ["detail", "\(kind.noun)link"].map { ["type": JSON($0), "url": "http://marvel.invalid/\(kind)/\(resource.id)/\($0)"] })
            if kind == .comics { json["images"] = .array(resource.picture == Picture.notAvailable ? [] : [picture]) }
        }
        for (name, reference) in resource.references {
            switch reference {
            case .one(let kind, let place): json[name] = item(kind, place, at: origin)
            case .many(let kind, let places): json[name] = .array(places.map { item(kind, $0, at: origin) })
            }
        }
        for list in kind.lists {
            let places = resource.links[list] ?? []
            let items = places.prefix(Self.itemLimit).map { item(list, $0, at: origin) }
            json[list.rawValue] = [
                "available": JSON(places.count), "returned": JSON(items.count), "collectionURI": "\(uri)/\(list)", "items": .array(items),
            ]
        }
        return .object(json)
    }

    private func uri(_ kind: Kind, _ resource: Resource, at origin: String) -> String {
        "\(origin)\(PublicAPI.basePath)/\(kind)/\(resource.id)"
    }

    /// The item with which a resource refers to another one.
    private func item(_ kind: Kind, _ place: Int, at origin: String) -> JSON {
        let resource = catalogue[kind][place]
        var item = JSON.Object()
        item["resourceURI"] = JSON(uri(kind, resource, at: origin))
        item["name"] = JSON(resource.name)
        if kind == .creators { item["role"] = JSON(Self.roles[draw(.role, place) % Self.roles.count]) }
        if kind == .stories { item["type"] = resource["type"] }
        return .object(item)
    }
}
