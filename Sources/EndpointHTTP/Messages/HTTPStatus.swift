/// A status code (RFC 9110, section 15): any number that a server sends, even outside 100...599.
public struct HTTPStatus: RawRepresentable, Hashable, Comparable, Sendable, ExpressibleByIntegerLiteral, CustomStringConvertible {
    /// The number in the status line, as the server sent it.
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }
    public init(integerLiteral value: Int) { self.rawValue = value }

    /// True for 100 to 199 (RFC 9110, section 15.2).
    public var isInformational: Bool { 100..<200 ~= rawValue }
    /// True for 200 to 299 (RFC 9110, section 15.3).
    public var isSuccess: Bool { 200..<300 ~= rawValue }
    /// True for 300 to 399 (RFC 9110, section 15.4).
    public var isRedirection: Bool { 300..<400 ~= rawValue }
    /// True for 400 to 499 (RFC 9110, section 15.5).
    public var isClientError: Bool { 400..<500 ~= rawValue }
    /// True for 500 to 599 (RFC 9110, section 15.6).
    public var isServerError: Bool { 500..<600 ~= rawValue }

    public static func < (a: HTTPStatus, b: HTTPStatus) -> Bool { a.rawValue < b.rawValue }

    /// 200, RFC 9110, section 15.3.1.
    public static let ok: HTTPStatus = 200
    /// 201, RFC 9110, section 15.3.2.
    public static let created: HTTPStatus = 201
    /// 202, RFC 9110, section 15.3.3.
    public static let accepted: HTTPStatus = 202
    /// 204, RFC 9110, section 15.3.5.
    public static let noContent: HTTPStatus = 204
    /// 205, RFC 9110, section 15.3.6.
    public static let resetContent: HTTPStatus = 205
    /// 206, RFC 9110, section 15.3.7.
    public static let partialContent: HTTPStatus = 206
    /// 301, RFC 9110, section 15.4.2.
    public static let movedPermanently: HTTPStatus = 301
    /// 302, RFC 9110, section 15.4.3.
    public static let found: HTTPStatus = 302
    /// 303, RFC 9110, section 15.4.4.
    public static let seeOther: HTTPStatus = 303
    /// 304, RFC 9110, section 15.4.5.
    public static let notModified: HTTPStatus = 304
    /// 307, RFC 9110, section 15.4.8.
    public static let temporaryRedirect: HTTPStatus = 307
    /// 308, RFC 9110, section 15.4.9.
    public static let permanentRedirect: HTTPStatus = 308
    /// 400, RFC 9110, section 15.5.1.
    public static let badRequest: HTTPStatus = 400
    /// 401, RFC 9110, section 15.5.2.
    public static let unauthorized: HTTPStatus = 401
    /// 403, RFC 9110, section 15.5.4.
    public static let forbidden: HTTPStatus = 403
    /// 404, RFC 9110, section 15.5.5.
    public static let notFound: HTTPStatus = 404
    /// 405, RFC 9110, section 15.5.6.
    public static let methodNotAllowed: HTTPStatus = 405
    /// 408, RFC 9110, section 15.5.9.
    public static let requestTimeout: HTTPStatus = 408
    /// 409, RFC 9110, section 15.5.10.
    public static let conflict: HTTPStatus = 409
    /// 412, RFC 9110, section 15.5.13.
    public static let preconditionFailed: HTTPStatus = 412
    /// 413, RFC 9110, section 15.5.14.
    public static let contentTooLarge: HTTPStatus = 413
    /// 416, RFC 9110, section 15.5.17.
    public static let rangeNotSatisfiable: HTTPStatus = 416
    /// 421, RFC 9110, section 15.5.20.
    public static let misdirectedRequest: HTTPStatus = 421
    /// 422, RFC 9110, section 15.5.21.
    public static let unprocessableContent: HTTPStatus = 422
    /// 425, RFC 8470, section 5.2.
    public static let tooEarly: HTTPStatus = 425
    /// 429, RFC 6585, section 4.
    public static let tooManyRequests: HTTPStatus = 429
    /// 500, RFC 9110, section 15.6.1.
    public static let internalServerError: HTTPStatus = 500
    /// 501, RFC 9110, section 15.6.2.
    public static let notImplemented: HTTPStatus = 501
    /// 502, RFC 9110, section 15.6.3.
    public static let badGateway: HTTPStatus = 502
    /// 503, RFC 9110, section 15.6.4.
    public static let serviceUnavailable: HTTPStatus = 503
    /// 504, RFC 9110, section 15.6.5.
    public static let gatewayTimeout: HTTPStatus = 504

    /// The standard phrase, or an empty string. The server's own phrase has no meaning and isn't kept.
    public var reasonPhrase: String { Self.phrases[rawValue] ?? "" }

    public var description: String {
        let phrase = reasonPhrase
        return phrase.isEmpty ? "\(rawValue)" : "\(rawValue) \(phrase)"
    }

    private static let phrases: [Int: String] = [
        100: "Continue", 101: "Switching Protocols", 103: "Early Hints",
        200: "OK", 201: "Created", 202: "Accepted", 203: "Non-Authoritative Information", 204: "No Content", 205: "Reset Content",
        206: "Partial Content",
        300: "Multiple Choices", 301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified", 307: "Temporary Redirect",
        308: "Permanent Redirect",
        400: "Bad Request", 401: "Unauthorized", 402: "Payment Required", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
        406: "Not Acceptable", 407: "Proxy Authentication Required", 408: "Request Timeout", 409: "Conflict", 410: "Gone",
        411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large", 414: "URI Too Long", 415: "Unsupported Media Type",
        416: "Range Not Satisfiable", 417: "Expectation Failed", 421: "Misdirected Request", 422: "Unprocessable Content", 425: "Too Early",
        426: "Upgrade Required", 428: "Precondition Required", 429: "Too Many Requests", 431: "Request Header Fields Too Large",
        500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway", 503: "Service Unavailable", 504: "Gateway Timeout",
        505: "HTTP Version Not Supported",
    ]
}
