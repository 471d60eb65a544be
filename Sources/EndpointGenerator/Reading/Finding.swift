/// Something that is wrong in a document, or that the generated code omits, with its location.
package struct Finding: Error, Hashable, Sendable, CustomStringConvertible {
    /// The location in the document.
    package let place: Pointer
    /// What is wrong or omitted, as a sentence.
    package let message: String

    init(_ place: Pointer, _ message: String) {
        self.place = place
        self.message = message
    }

    package var description: String { "\(place): \(message)" }
}

/// All problems in a document. No code is generated from a document with problems.
package struct DocumentProblems: Error, Hashable, Sendable, CustomStringConvertible {
    /// The problems, in the order of the document.
    package let problems: [Finding]

    init(_ problems: [Finding]) { self.problems = problems }

    package var description: String { problems.map(\.description).joined(separator: "\n") }
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
