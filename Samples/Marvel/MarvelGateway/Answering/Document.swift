internal import EndpointKit

/// A page in the envelope of a response.
struct Document {
    var body: Data
    /// The entity tag, which is derived from the page, so that equal pages have equal tags.
    var entityTag: String

    init(page: ResourceWriter.Written, time: Date) throws {
        let year = ISO8601.format(time)?.prefix(4) ?? "1970"
        let attribution = "Data provided by Marvel. © \(year) MARVEL"
        entityTag = MD5.hexDigest(of: attribution + page.digest)
        let envelope: JSON = [
            "code": 200, "status": "Ok", "copyright": "© \(year) MARVEL", "attributionText": JSON(attribution),
            "attributionHTML": "<a href=\"http://marvel.com\">\(attribution)</a>", "etag": JSON(entityTag),
        ]
        body = try envelope.data().dropLast() + Data(",\"data\":".utf8) + page.text + Data("}".utf8)
    }
}
