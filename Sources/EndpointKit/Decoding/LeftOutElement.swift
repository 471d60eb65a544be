/// An element that a ``LossyArray`` could not decode.
public struct LeftOutElement: Hashable, Sendable, CustomStringConvertible {
    /// Where it stood in the array, from 0.
    public var index: Int
    /// What could not be read, from the top of the document: `data.results[3].prices[0].price`.
    public var keyPath: String
    /// What was expected there, and what was found; no full stop.
    public var reason: String

    public var description: String { "\(keyPath): \(reason)" }

    init(index: Int, error: any Error, path: [any CodingKey]) {
        self.index = index
        if let error = error as? DecodingError {
            keyPath = error.keyPath
            reason = error.reason
        } else {
            keyPath = path.keyPath + "[\(index)]"
            reason = "\(error)"
        }
    }
}
