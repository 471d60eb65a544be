extension UUID {
    /// The text in lower case, as RFC 9562, section 4, writes it. `uuidString` is in upper case, and many services compare texts.
    package var lowercaseText: String { uuidString.lowercased() }
}
