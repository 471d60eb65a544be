/// A value that reads itself from a response, for what `Decodable` can't say: a header, a format of its own.
public protocol ResponseConvertible: Sendable {
    init(response: HTTPResponse) throws
}
