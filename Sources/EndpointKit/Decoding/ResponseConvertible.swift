/// A value that reads itself from a response, for what `Decodable` can't say: a header, a format of its own.
public protocol ResponseConvertible: Sendable {
    init(response: HTTPResponse) throws
}

/// The answer of a call that is asked for its status only. A body that comes all the same is read and dropped.
public struct EmptyResponse: Hashable, Sendable {
    public init() {}
}
