package import EndpointKit

/// How a terminal shows pictures.
package enum TerminalPicture: Sendable {
    /// PNG, in parts of at most 4,096 characters (the terminal graphics protocol of kitty).
    case kitty
    /// PNG, JPEG and GIF, as a file that is shown (the inline images protocol of iTerm2, which WezTerm has too).
    case iTerm

    /// nil for a terminal that is not known to show any, and inside tmux or screen, which keep the sequences from it.
    package init?(environment: [String: String]) {
        let term = environment["TERM"] ?? ""
        guard term != "dumb", environment["TMUX"]?.isEmpty != false, !["tmux", "screen"].contains(where: term.hasPrefix) else { return nil }
        if environment["KITTY_WINDOW_ID"]?.isEmpty == false || term == "xterm-kitty" {
            self = .kitty
        } else if ["iTerm.app", "WezTerm"].contains(environment["TERM_PROGRAM"]) {
            self = .iTerm
        } else {
            return nil
        }
    }

    /// The escape sequence that shows the picture, and a line end; nil for a format that the terminal doesn't know.
    package func text(_ image: Data) -> String? {
        let formats: [String] = self == .kitty ? ["\u{89}PNG"] : ["\u{89}PNG", "\u{FF}\u{D8}\u{FF}", "GIF8"]
        guard formats.contains(where: { image.starts(with: $0.unicodeScalars.map { UInt8($0.value) }) }) else { return nil }
        let base64 = image.base64EncodedString()
        switch self {
        case .iTerm: return "\u{1B}]1337;File=inline=1;size=\(image.count):\(base64)\u{07}\n"
        case .kitty:
            let parts = stride(from: 0, to: base64.utf8.count, by: 4096).map { base64.utf8.dropFirst($0).prefix(4096) }
            return parts.enumerated().map { index, part in
                let isLast = index == parts.count - 1
                return "\u{1B}_G\(index == 0 ? "a=T,f=100," : "")m=\(isLast ? 0 : 1);\(Substring(part))\u{1B}\\"
            }.joined() + "\n"
        }
    }
}
