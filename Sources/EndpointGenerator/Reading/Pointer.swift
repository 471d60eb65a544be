internal import EndpointHTTP

/// A location in a document, as a JSON pointer (RFC 6901): `#/paths/~1pets/get`, or `schemas/pet.json#/properties` in another file.
package struct Pointer: Hashable, Sendable {
    /// The file, relative to the document's folder; empty for the document itself.
    package private(set) var file = ""
    /// The keys and indices from the root, unescaped.
    package private(set) var tokens: [String] = []

    /// The whole document.
    package init() {}

    init(_ tokens: [String], in file: String = "") {
        self.tokens = tokens
        self.file = file
    }

    /// Reads a reference such as `#/components/schemas/Pet` or `schemas/pet.json`; nil if it doesn't refer to a file in the document's folder
    /// or below it.
    ///
    /// - Parameter file: the file that contains the reference.
    init?(reference: String, in file: String) {
        let parts = reference.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false)
        guard let path = parts.first, let file = path.isEmpty ? file : Self.file(path, from: file) else { return nil }
        self.file = file
        let text = parts.count > 1 ? PercentEncoding.decode(parts[1].utf8[...]) : ""
        if text.isEmpty { return }
        guard text.hasPrefix("/") else { return nil }
        tokens = text.trimmingPrefix("/").split(separator: "/", omittingEmptySubsequences: false).map { String($0) }.map { token in
            token.replacing("~1", with: "/").replacing("~0", with: "~")
        }
    }

    /// A relative path without `.` and `..`; nil for an address, an absolute path, or a path that leads out of the document's folder.
    private static func file(_ path: Substring, from file: String) -> String? {
        let path = PercentEncoding.decode(path.utf8[...])
        if path.hasPrefix("/") || path.contains(":") || path.contains("\\") || path.contains("\0") { return nil }
        var segments = file.split(separator: "/").dropLast().map { String($0) }
        for segment in path.split(separator: "/") where segment != "." {
            if segment != ".." {
                segments.append(String(segment))
            } else if segments.popLast() == nil {
                return nil
            }
        }
        return segments.isEmpty ? nil : segments.joined(separator: "/")
    }

    func appending(_ tokens: String...) -> Pointer { Pointer(self.tokens + tokens, in: file) }

    func appending(_ index: Int) -> Pointer { Pointer(tokens + ["\(index)"], in: file) }

    /// Whether `other` is a location inside this one.
    func contains(_ other: Pointer) -> Bool {
        other.file == file && other.tokens.count > tokens.count && other.tokens.starts(with: tokens)
    }

    /// The name of a schema in the components or in its own file; nil for any other location.
    var componentName: String? {
        if tokens.count == 3, tokens.starts(with: ["components", "schemas"]) { return tokens[2] }
        if file.isEmpty { return nil }
        // The file contains one schema, or a list of schemas.
        if tokens.count == 1 { return tokens[0] }
        if tokens.count == 2, ["$defs", "definitions", "schemas"].contains(tokens[0]) { return tokens[1] }
        guard tokens.isEmpty, let name = file.split(separator: "/").last else { return nil }
        return name.hasSuffix(".json") ? String(name.unicodeScalars.dropLast(5)) : String(name)
    }
}

extension Pointer: CustomStringConvertible {
    package var description: String {
        file + "#" + tokens.map { "/" + $0.replacing("~", with: "~0").replacing("/", with: "~1") }.joined()
    }
}
