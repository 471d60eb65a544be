package import EndpointKit

/// How a terminal shows pictures.
package enum TerminalPicture: Sendable {
    /// PNG, in parts of at most 4,096 characters (the terminal graphics protocol of kitty).
    case kitty
    /// PNG, JPEG and GIF, as a file that is displayed (the inline images protocol of iTerm2, which WezTerm also supports).
    case iTerm

    /// nil if the terminal isn't known to support pictures, or inside tmux or screen, which don't pass the sequences on.
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

    /// The escape sequence that shows the picture, and a line end; nil if the terminal doesn't support the format.
    package func text(_ image: Data) -> String? {
        let formats: [PictureFormat] = self == .kitty ? [.png] : [.png, .jpeg, .gif]
        guard let format = PictureFormat(image), formats.contains(format) else { return nil }
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

/// The format of a picture.
package enum PictureFormat: CaseIterable, Sendable {
    case png, jpeg, gif, webP

    /// The format according to the first bytes; nil if the data isn't a picture.
    package init?(_ data: Data) {
        let format = Self.allCases.first { data.starts(with: $0.signature) }
        guard let format, format != .webP || data.dropFirst(8).starts(with: "WEBP".utf8) else { return nil }
        self = format
    }

    private var signature: [UInt8] {
        switch self {
        case .png: [0x89, 0x50, 0x4E, 0x47]
        case .jpeg: [0xFF, 0xD8, 0xFF]
        case .gif: Array("GIF8".utf8)
        case .webP: Array("RIFF".utf8)
        }
    }
}
