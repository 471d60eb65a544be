/// A value that takes itself from a JSON document by hand, where `Decodable` is too strict or too much.
///
///     struct RateLimit: JSONResponse {
///         let remaining: Int
///         init(json: JSON, response: HTTPResponse) throws {
///             remaining = json["rate"]?["remaining"]?.int ?? 0
///         }
///     }
public protocol JSONResponse: ResponseConvertible {
    init(json: JSON, response: HTTPResponse) throws

    /// None by default.
    static var readingOptions: JSON.ReadingOptions { get }
}

extension JSONResponse {
    public static var readingOptions: JSON.ReadingOptions { [] }

    /// Throws an ``APIError`` of code `decoding` for a body that is no JSON.
    public init(response: HTTPResponse) throws {
        try self.init(json: JSON(reading: response, options: Self.readingOptions), response: response)
    }
}

extension JSON {
    /// What may stand in a response beside a JSON document.
    public struct ReadingOptions: OptionSet, Sendable {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// No body at all is null.
        public static let emptyIsNull = ReadingOptions(rawValue: 1)
        /// A first line `)]}'`, or one that begins so, is no part of it: some services send it, so that no browser runs the answer as a
        /// script.
        public static let guardLine = ReadingOptions(rawValue: 2)
    }

    fileprivate init(reading response: HTTPResponse, options: ReadingOptions) throws {
        var body = response.body
        if options.contains(.guardLine), body.starts(with: ")]}'".utf8) {
            body = body.drop { $0 != UInt8(ascii: "\n") }.dropFirst()
        }
        if body.isEmpty, options.contains(.emptyIsNull) {
            self = .null
        } else {
            var text = response
            text.body = body
            self = try ResponseDecoder().decode(from: text)
        }
    }
}
