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
