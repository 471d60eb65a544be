internal import EndpointKit

extension Press {
    private static let formats = [
        "Comic", "Comic", "Comic", "Comic", "Infinite Comic", "Digital Comic", "Digital Vertical Comic", "Magazine", "",
    ]
    private static let bindings = ["Trade Paperback", "Trade Paperback", "Hardcover", "Graphic Novel", "Digest"]
    private static let prices: [JSON] = [3.99, 0, 2.5, 4]
    /// How many days before its sale a comic must be ordered. The comic doesn't appear before that.
    static let notice = 28
    private static let openings = [
        "Nothing is where it was left.", "The plan had one flaw.", "It began with a letter.", "Nobody was meant to be home.",
    ]

    /// A comic with all peculiarities of real responses: numbers in place of strings, unknown dates, null and missing descriptions.
    static func comic(_ place: Int, of series: Resource, number: Double, _ edition: Edition, on day: Int, hero: String) -> Resource {
        let id = 70_001 + place
        let isCollection = edition == .collection
        let (seriesTitle, year, yesterday) = (series["seriesTitle"].string ?? "", series["startYear"].int ?? 0, series["yesterday"].int)
        let issue = number == number.rounded() ? JSON(Int(number)) : JSON(number)
        let binding = bindings[series.id / 3 % bindings.count]
        let title =
            isCollection
            ? "\(seriesTitle) (\(binding))" : "\(seriesTitle) (\(year)) #\(issue)\(edition == .variant ? " (Mirror Variant)" : "")"
        let drawn = formats[draw(.format, place) % formats.count]
        let format = isCollection ? binding : edition == .variant ? "Comic" : drawn

        let onsale = place % 5 == 1 && yesterday == nil ? Resource.unknownDate : Resource.date(86_400 * day)
        let orders = place % 5 == 3 ? Resource.unknownDate : Resource.date(86_400 * (day - notice))

        let code = draw(.barcode, place)
        let digitalID = code % 3 == 1 ? 30_000 + place : 0
        let isbn: JSON = isCollection ? JSON(785_100_000 + code % 99_999) : JSON(code % 7 == 0 ? "978-0-7851-\(1000 + code % 9000)-1" : "")
        let upc: JSON = isCollection ? "" : "759606\(100_000_000_000 + code % 99_999_999_999)"
        let diamondCodes: [JSON] = [0, "JUL\(100_000 + code % 100_000)", ""]
        let ean: JSON = isCollection ? "9780785 \(100_000 + code % 100_000)" : ""
        let issn: JSON = series.id % 4 == 0 ? "1941-\(1000 + series.id % 9000)" : ""
        var prices: [JSON] = [["type": "printPrice", "price": Self.prices[draw(.price, place) % 4]]]
        if digitalID != 0 { prices.append(["type": "digitalPurchasePrice", "price": 1.99]) }
        let texts: [JSON] = [
            ["type": "issue_solicit_text", "language": "en-us", "text": "\(openings[code / 7 % 4])\r\n<br>\(hero) has until morning."],
            ["type": "issue_preview_text.", "language": "en-us", "text": "Turn the page, carefully.\r"],
        ]

        var comic = Resource(
            name: title, modifiedIsKnown: place % 5 != 0, since: day - notice, until: yesterday,
            [
                "id": JSON(id), "digitalId": JSON(digitalID), "title": JSON(title), "issueNumber": issue,
                "variantDescription": JSON(edition == .variant ? "Mirror Variant" : ""), "description": nil,
                "isbn": isbn, "upc": upc, "diamondCode": diamondCodes[code % 3], "ean": ean, "issn": issn,
                "format": JSON(format), "pageCount": JSON(isCollection ? 144 : place % 8 == 6 ? 0 : 32),
                "textObjects": .array(place % 4 > 1 ? texts : []),
                "dates": [
                    ["type": "onsaleDate", "date": onsale.text], ["type": "focDate", "date": orders.text],
                    ["type": "unlimitedDate", "date": Resource.unknownDate.text],
                ],
                "prices": .array(prices),
            ])
        if place % 4 == 0 { comic.fields["description"] = nil }
        if place % 4 > 1 { comic.fields["description"] = "\(openings[code / 7 % 4])<br>\(hero) has until morning." }
        comic.keys["onsaleDate"] = onsale.seconds
        comic.keys["focDate"] = orders.seconds
        comic.keys["seriesTitle"] = JSON(seriesTitle)
        comic.keys["startYear"] = JSON(year)
        comic.keys["format"] = JSON(format.lowercased())
        comic.keys["formatType"] = isCollection ? "collection" : "comic"
        comic.keys["isVariant"] = JSON(edition == .variant)
        comic.keys["hasDigitalIssue"] = JSON(digitalID != 0)
        if place % 9 != 4 { comic.picture = "comic-\(id)" }
        return comic
    }
}
