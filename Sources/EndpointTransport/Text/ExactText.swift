/// A text that equals another only if their Unicode scalars do; a `String` equals one with the same characters in another form.
struct ExactText: Hashable, Sendable {
    private let text: String

    init(_ text: String) { self.text = text }

    static func == (one: ExactText, other: ExactText) -> Bool {
        one.text.withBytes { one in
            other.text.withBytes { other in one.elementsEqual(other) }
        }
    }

    func hash(into hasher: inout Hasher) {
        text.withBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
    }
}
