/// The parts of a form with files, as `multipart/form-data` (RFC 7578).
///
///     .multipart([.text("title", "Sunset"), .file("photo", url), .body("place", .json(place))])
///
/// Files and streams are read as they are sent. The boundary goes with the value, so each attempt sends the same bytes; it is part of
/// the `Content-Type`, so the endpoint's headers should have none of their own.
public struct MultipartBody: HTTPBody {
    public var parts: [Part]
    private let boundary: Boundary

    /// `boundary` is 1 to 70 of the characters of RFC 2046, section 5.1.1; by default it is random. Another, or one that occurs in a
    /// part's data, ends the call with ``APIError/Code/bodyEncoding``.
    public init(_ parts: [Part], boundary: String? = nil) {
        self.parts = parts
        self.boundary = boundary.map { .given($0) } ?? .random()
    }

    public func entity() throws -> HTTPBodyEntity {
        let entities = try parts.map { try $0.body.entity() }
        let boundary = try boundary.text(besides: entities)
        var pieces: [HTTPBodyEntity] = []
        for (index, part) in parts.enumerated() {
            var head = index == 0 ? "--\(boundary)\r\n" : "\r\n--\(boundary)\r\n"
            head += try part.head(contentType: entities[index].contentType)
            pieces += [HTTPBodyEntity(contentType: nil, content: .data(Data(head.utf8))), entities[index]]
        }
        let end = parts.isEmpty ? "--\(boundary)--\r\n" : "\r\n--\(boundary)--\r\n"
        pieces.append(HTTPBodyEntity(contentType: nil, content: .data(Data(end.utf8))))
        return HTTPBodyEntity(contentType: "multipart/form-data; boundary=\(Boundary.parameter(boundary))", content: .joined(pieces))
    }
}

extension HTTPBody where Self == MultipartBody {
    public static func multipart(_ parts: [MultipartBody.Part], boundary: String? = nil) -> MultipartBody {
        MultipartBody(parts, boundary: boundary)
    }
}
