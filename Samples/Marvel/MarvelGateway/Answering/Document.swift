internal import EndpointKit

/// A page in the envelope of an answer.
struct Document {
    var body: Data
    /// The entity tag, which is made from the page, so that the same answer has the same tag.
    var entityTag: String

    /// `data` is the page as JSON, which is put into the envelope unchanged.
    init(data: Data, time: Date) throws {
        let attribution = "Data provided by Marvel. © \(Moment.year(of: time)) MARVEL"
        var digested = Array(attribution.utf8)
        digested.append(contentsOf: data)
        entityTag = digested.withUnsafeBytes { MD5.hexDigest(of: $0) }

        let envelope = Envelope(
            code: 200, status: "Ok", copyright: "© \(Moment.year(of: time)) MARVEL", attributionText: attribution,
            attributionHTML: "<a href=\"http://marvel.com\">\(attribution)</a>", etag: entityTag)
        body = Data(try JSONEncoder.compact.encode(envelope).dropLast())
        body.append(contentsOf: ",\"data\":".utf8)
        body.append(data)
        body.append(contentsOf: "}".utf8)
    }

    private struct Envelope: Encodable {
        var code: Int
        var status: String
        var copyright: String
        var attributionText: String
        var attributionHTML: String
        var etag: String
    }
}
