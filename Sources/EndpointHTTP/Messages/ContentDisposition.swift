extension HTTPResponse {
    /// A file name for the body: from `Content-Disposition` (RFC 6266), preferably in its extended form (RFC 8187), or else the last
    /// segment of the URL's path. nil if neither contains one.
    ///
    /// The name is safe to append to the path of a folder. It is only the part after the last `/` or `\`, without control characters and
    /// formatting characters such as U+202E, without leading and trailing dots and spaces, and with at most 255 bytes.
    public var suggestedFilename: String? {
        let field = headers["Content-Disposition"].map { MediaType($0) }
        let extended = field?.parameter("filename*").flatMap(Charset.extendedText)
        let segment = address.flatMap(Self.lastSegment)
        return [extended, field?.parameter("filename"), segment].lazy.compactMap { $0?.filename }.first
    }

    private static func lastSegment(of url: String) -> String? {
        // The scheme and the authority come first.
        let segments = url.upTo { $0 == "?" || $0 == "#" }.split(separator: "/").dropFirst(2)
        return segments.last.map { PercentEncoding.decode($0.utf8) }
    }
}

extension String {
    /// A safe file name from an untrusted text; nil if nothing remains.
    fileprivate var filename: String? {
        // Filtered scalar by scalar, because a joiner or an accent after a `/` forms one character with it.
        let kept = unicodeScalars.filter { scalar in
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned, .privateUse: false
            default: true
            }
        }
        let last = kept.split(omittingEmptySubsequences: false) { $0 == "/" || $0 == "\\" }.last ?? []
        let name = String(String.UnicodeScalarView(last)).trimmingDots
        let short = name.utf8.count <= 255 ? name : name.shortened(to: 255).trimmingDots
        return short.isEmpty ? nil : short
    }

    private var trimmingDots: String {
        func isKept(_ scalar: Unicode.Scalar) -> Bool { scalar != "." && scalar != " " }
        guard let start = unicodeScalars.firstIndex(where: isKept), let end = unicodeScalars.lastIndex(where: isKept) else { return "" }
        return String(unicodeScalars[start...end])
    }

    /// The name shortened to `limit` bytes, with its extension if that is short.
    private func shortened(to limit: Int) -> String {
        let dot = lastIndex(of: ".") ?? endIndex
        let end = self[dot...].utf8.count <= 16 ? self[dot...] : ""
        var start = self[..<(end.isEmpty ? endIndex : dot)]
        while start.utf8.count + end.utf8.count > limit { start.removeLast() }
        return String(start + end)
    }
}
