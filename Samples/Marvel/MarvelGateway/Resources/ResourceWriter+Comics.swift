extension ResourceWriter {
    func comic(_ record: ComicRecord) -> ComicResource {
        let place = record.id - Catalogue.comicIDs
        let uri = uri("comics", record.id)
        let isCollection = record.format == "Trade Paperback"
        let siblings = catalogue.series[record.series].comics
        let collection = siblings.filter { catalogue.comics[$0].format == "Trade Paperback" && $0 != place }
        let thumbnail = thumbnail(place % 9 == 4 ? nil : "comic-\(record.id)")
        return ComicResource(
            id: record.id, digitalId: record.digitalID, title: record.title, issueNumber: record.issueNumber,
            variantDescription: record.original == nil ? "" : "Mirror Variant", description: description(of: record, at: place),
            modified: record.modified.text, isbn: record.isbn, upc: record.upc, diamondCode: record.diamondCode, ean: record.ean,
            issn: record.issn, format: record.format, pageCount: isCollection ? 144 : place % 8 == 6 ? 0 : 32,
            textObjects: texts(of: record, at: place), resourceURI: uri, urls: pages("comics", record.id),
            series: seriesItem(record.series),
            variants: record.original.map { [item($0)] } ?? siblings.filter { catalogue.comics[$0].original == place }.map(item),
            collections: collection.map(item), collectedIssues: isCollection ? siblings.filter { $0 != place }.map(item) : [],
            dates: [
                ComicDate(type: "onsaleDate", date: record.onsale.text), ComicDate(type: "focDate", date: record.focDate.text),
                ComicDate(type: "unlimitedDate", date: Moment.unknown.text),
            ],
            prices: prices(of: record, at: place), thumbnail: thumbnail, images: place % 9 == 4 ? [] : [thumbnail],
            creators: creators(record.creators, of: uri, id: record.id), characters: characters(record.characters, of: uri),
            stories: stories(record.stories, of: uri), events: events(record.events, of: uri))
    }

    private func item(_ place: Int) -> ResourceList.Item {
        ResourceList.Item(resourceURI: uri("comics", Catalogue.comicIDs + place), name: catalogue.comics[place].title)
    }

    private func description(of record: ComicRecord, at place: Int) -> MixedValue? {
        switch draw(.text, place) % 4 {
        case 0: nil
        case 1: .null
        default: .text(blurb(of: record, lineBreak: "<br>"))
        }
    }

    private func texts(of record: ComicRecord, at place: Int) -> [TextObject] {
        guard draw(.text, place) % 4 > 1 else { return [] }
        return [
            TextObject(type: "issue_solicit_text", language: "en-us", text: blurb(of: record, lineBreak: "\r\n<br>")),
            TextObject(type: "issue_preview_text.", language: "en-us", text: "Turn the page, carefully.\r"),
        ]
    }

    private func blurb(of record: ComicRecord, lineBreak: String) -> String {
        let openings = [
            "Nothing is where it was left.", "The plan had one flaw.", "It began with a letter.", "Nobody was meant to be home.",
        ]
        let hero = record.characters.first.map { catalogue.characters[$0].name } ?? "Nobody"
        return "\(openings[draw(.text, record.id, 1) % openings.count])\(lineBreak)\(hero) has until morning."
    }

    private func prices(of record: ComicRecord, at place: Int) -> [ComicPrice] {
        let printed: [MixedValue] = [.fraction(3.99), .integer(0), .fraction(2.5), .integer(4)]
        let price = ComicPrice(type: "printPrice", price: printed[draw(.price, place) % printed.count])
        return record.digitalID == 0 ? [price] : [price, ComicPrice(type: "digitalPurchasePrice", price: .fraction(1.99))]
    }
}
