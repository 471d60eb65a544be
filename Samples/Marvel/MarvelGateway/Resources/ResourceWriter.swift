/// Turns records into the service's JSON, with addresses at its own origin and at the pictures' origin.
struct ResourceWriter {
    let catalogue: Catalogue
    let origin: String
    let imageOrigin: String

    func uri(_ kind: String, _ id: Int) -> String { "\(origin)\(Resource.basePath)/\(kind)/\(id)" }

    func thumbnail(_ slug: String?) -> Thumbnail {
        Thumbnail(path: "\(imageOrigin)/images/\(slug ?? Picture.notAvailable)", extension: "png")
    }

    /// Two addresses of public pages, on a host that doesn't exist.
    func pages(_ kind: String, _ id: Int) -> [PageLink] {
        [
            PageLink(type: "detail", url: "http://marvel.invalid/\(kind)/\(id)"),
            PageLink(type: "comiclink", url: "http://marvel.invalid/comics/\(kind)/\(id)"),
        ]
    }

    func comics(_ places: [Int], of owner: String) -> ResourceList {
        list(places, "comics", of: owner) { place in
            ResourceList.Item(resourceURI: uri("comics", Catalogue.comicIDs + place), name: catalogue.comics[place].title)
        }
    }

    func series(_ places: [Int], of owner: String) -> ResourceList {
        list(places, "series", of: owner) { seriesItem($0) }
    }

    func seriesItem(_ place: Int) -> ResourceList.Item {
        let series = catalogue.series[place]
        let first = series.years.lowerBound
        let years = series.years.count == 1 ? "\(first)" : "\(first) - \(series.years.upperBound)"
        return ResourceList.Item(resourceURI: uri("series", series.id), name: "\(series.title) (\(years))")
    }

    func events(_ places: [Int], of owner: String) -> ResourceList {
        list(places, "events", of: owner) { place in
            ResourceList.Item(resourceURI: uri("events", Catalogue.eventIDs + place), name: catalogue.events[place].title)
        }
    }

    func stories(_ places: [Int], of owner: String) -> ResourceList {
        list(places, "stories", of: owner) { place in
            let story = catalogue.stories[place]
            return ResourceList.Item(resourceURI: uri("stories", story.id), name: story.title, type: story.type)
        }
    }

    func characters(_ places: [Int], of owner: String) -> ResourceList {
        list(places, "characters", of: owner) { place in
            let character = catalogue.characters[place]
            return ResourceList.Item(resourceURI: uri("characters", character.id), name: character.name)
        }
    }

    /// The creators of a resource. The roles are an open set, one of which has two spellings.
    func creators(_ places: [Int], of owner: String, id: Int) -> ResourceList {
        let roles = ["writer", "penciler", "penciller", "inker", "colorist", "letterer", "penciler (cover)"]
        return list(places, "creators", of: owner) { place in
            ResourceList.Item(
                resourceURI: uri("creators", CreatorTable.firstID + place), name: CreatorTable.names[place],
                role: roles[draw(.role, place, id) % roles.count])
        }
    }

    private func list(_ places: [Int], _ kind: String, of owner: String, _ item: (Int) -> ResourceList.Item) -> ResourceList {
        let items = places.prefix(ResourceList.limit).map(item)
        return ResourceList(available: places.count, returned: items.count, collectionURI: "\(owner)/\(kind)", items: items)
    }
}
