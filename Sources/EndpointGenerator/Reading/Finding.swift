/// Something in a document that is wrong, or that the generated code leaves out, with its place.
public struct Finding: Error, Hashable, Sendable, CustomStringConvertible {
    /// The place in the document.
    public let place: Pointer
    /// What is wrong or left out, as a sentence.
    public let message: String

    init(_ place: Pointer, _ message: String) {
        self.place = place
        self.message = message
    }

    public var description: String { "\(place): \(message)" }
}

/// Every problem of a document at once. Nothing is generated from such a document.
public struct DocumentProblems: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems, in the order of the document.
    public let problems: [Finding]

    init(_ problems: [Finding]) { self.problems = problems }

    public var description: String { problems.map(\.description).joined(separator: "\n") }
}

/// An ordered list of findings without duplicates.
struct Notes: Hashable, Sendable {
    private(set) var all: [Finding] = []
    private var known: Set<Finding> = []

    mutating func add(_ place: Pointer, _ message: String) {
        let finding = Finding(place, message)
        if known.insert(finding).inserted { all.append(finding) }
    }
}
