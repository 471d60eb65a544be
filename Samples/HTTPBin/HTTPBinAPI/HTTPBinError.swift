/// The body of an error response, with the service's own code.
nonisolated public struct HTTPBinError: Error, Decodable, Hashable, Sendable {
    /// The service's own error number.
    public var code: Int
    /// The explanation, to show to people.
    public var message: String
}

nonisolated extension HTTPBinError: CustomStringConvertible {
    public var description: String { "\(message) (code \(code))" }
}
