/// Responses in the service's formats, with made-up content.
enum Fixture {
    static func envelope(data: String) -> String {
        """
        {"code": 200, "status": "Ok", "copyright": "©", "attributionText": "Data by the fixture",
         "attributionHTML": "<a>Data by the fixture</a>", "etag": "e1", "data": \(data)}
        """
    }

    static func page(_ results: [String], offset: Int = 0, total: Int? = nil) -> String {
        envelope(
            data: """
                {"offset": \(offset), "limit": 20, "total": \(total ?? results.count), "count": \(results.count),
                 "results": [\(results.joined(separator: ","))]}
                """)
    }

    static func list(_ items: String = "", available: Int = 0) -> String {
        #"{"available": \#(available), "returned": 1, "collectionURI": "http://host/list", "items": [\#(items)]}"#
    }

    static func character(id: Int, name: String? = nil, image: String = "http://images.test/i/1") -> String {
        """
        {"id": \(id), "name": "\(name ?? "Hero \(id)")", "description": "A line<br>\\r\\nand another",
         "modified": "2014-04-29T14:18:17-0400", "thumbnail": {"path": "\(image)", "extension": "jpg"},
         "resourceURI": "http://host/characters/\(id)",
         "comics": \(list(#"{"resourceURI": "http://host/comics/21", "name": "First #1"}"#, available: 3)),
         "series": \(list()), "events": \(list()),
         "stories": \(list(#"{"resourceURI": "http://host/stories/5", "name": "Cover", "type": "cover"}"#, available: 1)),
         "urls": [{"type": "detail", "url": "http://host/1"}, {"type": "shop", "url": "http://host/2"}, {"type": null}]}
        """
    }

    static let comic = """
        {"id": 21, "title": "First #1", "issueNumber": 1.5, "description": null, "modified": "-0001-11-30T00:00:00-0500",
         "isbn": 785110283, "upc": "", "diamondCode": 0, "ean": 0, "issn": 0, "format": "Digital Vertical Comic", "pageCount": 32,
         "textObjects": [{"type": "issue_preview_text.", "language": "en-us", "text": "Read<br>this"}],
         "resourceURI": "http://host/comics/21", "series": {"resourceURI": "http://host/series/4", "name": "First"},
         "dates": [{"type": "onsaleDate", "date": "-0001-11-30T00:00:00-0500"}, {"type": "focDate", "date": "2014-04-29T14:18:17-0400"}],
         "prices": [{"type": "printPrice", "price": 3}, {"type": "digitalPurchasePrice", "price": 2.99}, {"type": "x", "price": "free"}],
         "creators": \(list(##"""
            {"resourceURI": "http://host/creators/1", "name": "#O", "role": "penciler"},
            {"resourceURI": "http://host/creators/2", "name": "B", "role": "penciller"},
            {"resourceURI": "http://host/creators/3", "name": "C", "role": "painter"}
            """##)),
         "characters": \(list()), "stories": \(list()), "events": \(list())}
        """

    static let creator = """
        {"id": 6, "firstName": "", "lastName": null, "suffix": "", "fullName": "#O", "modified": "-0001-11-30T00:00:00-0500",
         "resourceURI": "http://host/creators/6", "thumbnail": {"path": "http://images.test/image_not_available", "extension": "jpg"},
         "comics": \(list()), "series": \(list()), "stories": \(list()), "events": \(list())}
        """

    static let event = """
        {"id": 8, "title": "Big", "resourceURI": "http://host/events/8", "start": "1992-06-10 00:00:00", "end": "0000-00-00 00:00:00",
         "creators": \(list()), "characters": \(list()), "stories": \(list()), "comics": \(list()), "series": \(list()),
         "next": null, "previous": {"resourceURI": "http://host/events/7", "name": "Small"}}
        """

    static let series = """
        {"id": 4, "title": "First", "description": null, "resourceURI": "http://host/series/4", "startYear": 2001, "endYear": 2099,
         "rating": "", "type": "", "modified": "2014-04-29T14:18:17-0400", "creators": \(list()), "characters": \(list()),
         "stories": \(list()), "comics": \(list()), "events": \(list()), "next": null}
        """

    static let story = """
        {"id": 5, "title": "Cover", "description": "", "resourceURI": "http://host/stories/5", "type": "cover", "thumbnail": null,
         "creators": \(list()), "characters": \(list()), "series": \(list()), "comics": \(list()), "events": \(list()),
         "originalIssue": {"resourceURI": "http://host/comics/21", "name": "First #1"}}
        """
}
