/// A string that equals another only if their Unicode scalars are equal. A plain `String` also equals one that has the same characters in
/// another Unicode form.
package struct ExactText: Hashable, Sendable {
    package let text: String

    package init(_ text: String) { self.text = text }

    package static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.withBytes { one in
            other.text.withBytes { other in one.elementsEqual(other) }
        }
    }

    package func hash(into hasher: inout Hasher) {
        text.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}

extension ExactText: Comparable {
    package static func < (one: ExactText, other: ExactText) -> Bool { one.text.utf8.lexicographicallyPrecedes(other.text.utf8) }
}
