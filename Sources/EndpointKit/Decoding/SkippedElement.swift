/// An element that a ``LossyArray`` could not decode.
public struct SkippedElement: Hashable, Sendable, CustomStringConvertible {
    /// Where it stood in the array, from 0.
    public var index: Int
    /// What could not be read, from the top of the document: `data.results[3].prices[0].price`.
    public var keyPath: String
    /// What was expected there, and what was found; no full stop.
    public var reason: String

    public var description: String { "\(keyPath): \(reason)" }

    init(index: Int, error: any Error, path: [any CodingKey]) {
        self.index = index
        let failure = error as? DecodingError
        let element = path.keyPath + "[\(index)]"
        // Some errors of the decoder's have no path, such as that of a number its type can't hold.
        keyPath = failure.map(\.keyPath).flatMap { $0.isEmpty ? nil : $0 } ?? element
        reason = failure?.reason ?? error.sentence
    }
}
