extension Unicode.Scalar {
    /// False for what a terminal obeys rather than shows: controls, other line ends, and what turns the writing direction.
    var isVisible: Bool {
        switch value {
        case 0x20..<0x7F: true
        case 0..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
    }
}
