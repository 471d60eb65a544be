internal import EndpointKit

/// Turns resources into the service's JSON, with addresses at its own origin and at the pictures' origin.
struct ResourceWriter {
    let catalogue: Catalogue
    let origin: String
    let imageOrigin: String

    private static let itemLimit = 20
    // An open set, in which one role has two spellings.
    private static let roles = ["writer", "penciler", "penciller", "inker", "colorist", "letterer", "penciler (cover)"]

    func json(_ resource: Resource, _ kind: Kind) -> JSON {
        var json = resource.fields
        let uri = uri(kind, resource)
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
            case .one(let kind, let place): json[name] = item(kind, place)
            case .many(let kind, let places): json[name] = .array(places.map { item(kind, $0) })
            }
        }
        for list in kind.lists {
            let places = resource.links[list] ?? []
            let items = places.prefix(Self.itemLimit).map { item(list, $0, of: resource) }
            json[list.rawValue] = [
                "available": JSON(places.count), "returned": JSON(items.count), "collectionURI": "\(uri)/\(list)", "items": .array(items),
            ]
        }
        return .object(json)
    }

    private func uri(_ kind: Kind, _ resource: Resource) -> String { "\(origin)\(PublicAPI.basePath)/\(kind)/\(resource.id)" }

    /// How a resource, or `owner` in its lists, refers to another.
    private func item(_ kind: Kind, _ place: Int, of owner: Resource? = nil) -> JSON {
        let resource = catalogue[kind][place]
        var item = JSON.Object()
        item["resourceURI"] = JSON(uri(kind, resource))
        item["name"] = JSON(resource.name)
        if let owner, kind == .creators { item["role"] = JSON(Self.roles[draw(.role, place, owner.id) % Self.roles.count]) }
        if kind == .stories { item["type"] = resource["type"] }
        return .object(item)
    }
}
