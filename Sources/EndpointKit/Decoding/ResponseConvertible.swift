/// A value that reads itself from a response, where `Decodable` can't: from a header field, or from another format.
public protocol ResponseConvertible: Sendable {
    /// Reads the value from the whole response. An error that it throws is the error of the call.
    init(response: HTTPResponse) throws
}

/// The value of a call that only needs the status. A body is read and discarded.
public struct EmptyResponse: Hashable, Sendable {
    /// Makes the value, of which there is only one.
    public init() {}
}

/// A value that reads itself from a JSON document by hand, where `Decodable` is too strict or too much work.
///
///     struct RateLimit: JSONResponse {
///         let remaining: Int
///         init(json: JSON, response: HTTPResponse) throws {
///             remaining = json["rate"]?["remaining"]?.int ?? 0
///         }
///     }
public protocol JSONResponse: ResponseConvertible {
    /// Reads the value from the body's JSON. An error that it throws is the error of the call.
    init(json: JSON, response: HTTPResponse) throws

    /// The options for reading the body; none by default.
    static var readingOptions: JSON.ReadingOptions { get }
}

extension JSONResponse {
    public static var readingOptions: JSON.ReadingOptions { [] }

    /// Throws an ``APIError`` of code `decoding` for a body that isn't JSON.
    public init(response: HTTPResponse) throws {
        try self.init(json: JSON(reading: response, options: Self.readingOptions), response: response)
    }
}

extension JSON {
    /// Options for response bodies that aren't just a JSON document.
    public struct ReadingOptions: OptionSet, Sendable {
        /// The bits of the options.
        public let rawValue: Int
        /// Takes the bits of the options.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// Reads an empty body as null.
        public static let emptyIsNull = ReadingOptions(rawValue: 1)
        /// Skips a first line that begins with `)]}'`. Some services send it to keep browsers from running the response as a script.
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
