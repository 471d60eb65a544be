/// The five parts of a URI reference, split as in RFC 3986, appendix B, without decoding or validation.
package struct URIReference {
    package var scheme: Substring?
    package var authority: Substring?
    package var path: Substring
    package var query: Substring?
    package var fragment: Substring?

    // Bytes are searched, because a delimiter and a combining mark after it form one `Character`.
    package init(_ text: String) {
        var rest = Substring(text)
        if let hash = rest.utf8.firstIndex(of: UInt8(ascii: "#")) {
            fragment = rest[rest.utf8.index(after: hash)...]
            rest = rest[..<hash]
        }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            query = rest[rest.utf8.index(after: mark)...]
            rest = rest[..<mark]
        }
        if let end = rest.utf8.firstIndex(where: { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }), end > rest.startIndex,
            rest.utf8[end] == UInt8(ascii: ":")
        {
            scheme = rest[..<end]
            rest = rest[rest.utf8.index(after: end)...]
        }
        if rest.utf8.starts(with: "//".utf8) {
            rest = rest[rest.utf8.index(rest.startIndex, offsetBy: 2)...]
            let end = rest.utf8.firstIndex(of: UInt8(ascii: "/")) ?? rest.endIndex
            authority = rest[..<end]
            rest = rest[end...]
        }
        path = rest
    }

    /// The parts joined again (RFC 3986, section 5.3).
    package var text: String {
        var text = ""
        if let scheme { text += "\(scheme):" }
        if let authority { text += "//\(authority)" }
        text += path
        if let query { text += "?\(query)" }
        if let fragment { text += "#\(fragment)" }
        return text
    }
}

extension URIReference {
    /// Resolves the reference relative to `base` (RFC 3986, section 5.2, strict).
    package func resolved(against base: URIReference) -> URIReference {
        var target = self
        if scheme != nil || authority != nil {
            target.path = Self.removingDotSegments(path)
        } else if path.isEmpty {
            target.path = base.path
            target.query = query ?? base.query
        } else {
            target.path = Self.removingDotSegments(path.utf8.first == UInt8(ascii: "/") ? path : merged(with: base))
        }
        if scheme == nil {
            target.scheme = base.scheme
            target.authority = authority ?? base.authority
        }
        return target
    }

    /// RFC 3986, section 5.2.3.
    private func merged(with base: URIReference) -> Substring {
        if base.authority != nil, base.path.isEmpty { return "/" + path }
        guard let slash = base.path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return path }
        return base.path.through(slash) + path
    }

    /// RFC 3986, section 5.2.4.
    static func removingDotSegments(_ path: Substring) -> Substring {
        let slash = UInt8(ascii: "/")
        var output: [UInt8] = []
        output.reserveCapacity(path.utf8.count)
        var input = Array(path.utf8)[...]
        while !input.isEmpty {
            if input.starts(with: "../".utf8) {
                input = input.dropFirst(3)
            } else if input.starts(with: "./".utf8) || input.starts(with: "/./".utf8) {
                input = input.dropFirst(2)
            } else if input.elementsEqual("/.".utf8) {
                input = input.dropLast()
            } else if input.starts(with: "/../".utf8) || input.elementsEqual("/..".utf8) {
                // Keeps the slash after the dot segment, or the slash before it if the path ends there.
                input = input.count == 3 ? input.dropLast(2) : input.dropFirst(3)
                output.removeLast(output.count - (output.lastIndex(of: slash) ?? 0))
            } else if input.elementsEqual(".".utf8) || input.elementsEqual("..".utf8) {
                break
            } else {
                let segment = input.prefix(1) + input.dropFirst().prefix { $0 != slash }
                output += segment
                input = input.dropFirst(segment.count)
            }
        }
        return Substring(decoding: output, as: UTF8.self)
    }
}
