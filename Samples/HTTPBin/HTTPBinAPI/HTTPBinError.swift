/// The body of a refusal, with the service's own code.
public struct HTTPBinError: Error, Decodable, Hashable, Sendable {
    public var code: Int
    public var message: String
}

extension HTTPBinError: CustomStringConvertible {
    public var description: String { "\(message) (code \(code))" }
}
