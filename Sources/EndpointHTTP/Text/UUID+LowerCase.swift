extension UUID {
    /// The text in lower case, as in RFC 9562, section 4. `uuidString` is in upper case, and many services compare UUIDs as strings.
    package var lowercaseText: String { uuidString.lowercased() }
}
