/// Decides whether a program uses colors.
package enum ColourChoice: String, CaseIterable, Sendable {
    /// On a terminal, unless NO_COLOR is set or TERM is dumb.
    case auto
    case always, never
}

/// How text is shown: with the colors of a terminal (ECMA-48, section 8.3.117), or plain.
package enum TextStyle: Sendable {
    case plain, coloured

    package func heading(_ text: String) -> String { styled(text, 1) }
    package func failure(_ text: String) -> String { styled(text, 31) }

    private func styled(_ text: String, _ code: Int) -> String { self == .plain ? text : "\u{1B}[\(code)m\(text)\u{1B}[0m" }
}
