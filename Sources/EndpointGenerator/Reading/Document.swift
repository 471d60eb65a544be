internal import EndpointHTTP

/// An OpenAPI 3.0 or 3.1 document.
package struct Document: Sendable {
    /// The value of the whole document.
    var root: JSON { files[""] ?? .null }
    /// The values of the document and of the files to which it refers, by their paths relative to the document's folder.
    private var files: [String: JSON] = [:]
    /// References to something that doesn't exist.
    private(set) var notes: [Finding] = []

    /// Reads a JSON document that consists of a single file. Throws ``DocumentProblems`` with every problem in its syntax, version and
    /// references.
    package init(parsing text: some Sequence<UInt8>) throws(DocumentProblems) {
        try self.init(parsing: Array(text)) { _ in nil }
    }

    /// Reads a document from a file, together with the files to which it refers, in its folder and below. Throws ``DocumentProblems``, like
    /// ``init(parsing:)``, and also if a file can't be read.
    package init(contentsOf path: String) throws(DocumentProblems) {
        guard let text = FileManager.default.contents(atPath: path) else {
            throw DocumentProblems([Finding(Pointer(), "The file \(path.debugDescription) can't be read.")])
        }
        let folder = path.lastIndex(of: "/").map { String(path.through($0)) } ?? ""
        try self.init(parsing: Array(text)) { FileManager.default.contents(atPath: folder + $0).map { Array($0) } }
    }

    /// - Parameter load: returns the bytes of a file by its path relative to the document's folder; nil if there is no file.
    init(parsing text: [UInt8], loading load: (String) -> [UInt8]?) throws(DocumentProblems) {
        files[""] = try Self.value(of: text, file: "")
        var problems = versionProblems()
        var references: [(text: String, place: Pointer)] = []
        var unread = [""]
        while let file = unread.popLast() {
            guard let value = files[file] else { continue }
            let found = Self.references(in: value, file: file)
            references += found
            for reference in found {
                guard let target = Pointer(reference: reference.text, in: file), files[target.file] == nil else { continue }
                guard let text = load(target.file) else { continue }
                do throws(DocumentProblems) {
                    files[target.file] = try Self.value(of: text, file: target.file)
                    unread.append(target.file)
                } catch {
                    files[target.file] = .null
                    problems += error.problems
                }
            }
        }
        for reference in references { check(reference.text, at: reference.place, &problems) }
        if !problems.isEmpty { throw DocumentProblems(problems) }
    }

    private static func value(of text: [UInt8], file: String) throws(DocumentProblems) -> JSON {
        do {
            return try JSON(parsing: text)
        } catch {
            throw DocumentProblems([Finding(Pointer([], in: file), reason(for: error, in: text))])
        }
    }

    /// If the text begins like YAML, the reason is advice rather than a byte offset.
    private static func reason(for error: any Error, in bytes: [UInt8]) -> String {
        let blanks: Set<UInt8> = [0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF]
        let first = bytes.first { !blanks.contains($0) }
        if first == nil { return "The document is empty." }
        if first != UInt8(ascii: "{") {
            return "The document isn't JSON. Convert YAML first: `yq -o=json openapi.yaml`, or `npx js-yaml openapi.yaml`."
        }
        if case DecodingError.dataCorrupted(let context) = error { return "The document isn't valid JSON: \(context.debugDescription)" }
        return "The document isn't valid JSON: \(error)"
    }

    private func versionProblems() -> [Finding] {
        guard root.object != nil else { return [Finding(Pointer(), "The document isn't an object.")] }
        guard let version = root["openapi"]?.string else {
            let isOld = root["swagger"] != nil
            let message = isOld ? "Swagger 2.0 isn't supported. Convert the document to OpenAPI 3.0." : "The member `openapi` is missing."
            return [Finding(Pointer(), message)]
        }
        if version.hasPrefix("3.0") || version.hasPrefix("3.1") { return [] }
        return [Finding(Pointer(["openapi"]), "The version \(version.debugDescription) isn't supported: only 3.0 and 3.1 are.")]
    }

    // MARK: References

    /// All references in a file, in order. The search isn't recursive.
    private static func references(in value: JSON, file: String) -> [(text: String, place: Pointer)] {
        var references: [(text: String, place: Pointer)] = []
        var rest: [(value: JSON, place: Pointer)] = [(value, Pointer([], in: file))]
        while let (value, place) = rest.popLast() {
            if let elements = value.array {
                for (index, element) in elements.enumerated().reversed() { rest.append((element, place.appending(index))) }
            }
            guard let object = value.object else { continue }
            if let reference = object["$ref"]?.string { references.append((reference, place)) }
            // Examples are data. In an object whose keys are names, such a key is a name.
            let isOfNames = place.tokens.last.map { mapKeys.contains($0) } ?? false
            for (key, member) in object.reversed() where isOfNames || !(dataKeys.contains(key) || key.hasPrefix("x-")) {
                rest.append((member, place.appending(key)))
            }
        }
        return references
    }

    /// Objects whose keys are names.
    private static let mapKeys: Set<String> = [
        "$defs", "callbacks", "definitions", "dependentSchemas", "headers", "links", "parameters", "pathItems", "paths",
        "patternProperties", "properties", "requestBodies", "responses", "schemas", "webhooks",
    ]

    private static let dataKeys: Set<String> = ["const", "default", "enum", "example", "examples"]

    private mutating func check(_ reference: String, at place: Pointer, _ problems: inout [Finding]) {
        let words = "The reference \(reference.debugDescription)"
        guard let target = Pointer(reference: reference, in: place.file) else {
            let reason = "isn't a pointer, or leads out of the document's folder. Only files there are read, and no address is."
            return problems.append(Finding(place, "\(words) \(reason)"))
        }
        if files[target.file] == nil {
            return problems.append(Finding(place, "The file of the reference \(reference.debugDescription) can't be read."))
        }
        switch end(of: target) {
        case .value: break
        case .nothing: notes.append(Finding(place, "\(words) leads to nothing. What it stands for is left out."))
        case .itself: problems.append(Finding(place, "\(words) leads to itself."))
        case .tooFar: problems.append(Finding(place, "\(words) leads through more than \(Self.chainLimit) others."))
        }
    }

    /// Where a chain of references ends.
    private enum End { case value, nothing, itself, tooFar }

    private func end(of target: Pointer) -> End {
        var seen: Set<Pointer> = []
        var next = target
        while seen.count < Self.chainLimit {
            guard seen.insert(next).inserted else { return .itself }
            // A file that is missing or isn't JSON is reported as a separate problem.
            guard let value = self[next] else { return files[next.file] ?? .null == .null ? .value : .nothing }
            guard let further = value.object?["$ref"]?.string.flatMap({ Pointer(reference: $0, in: next.file) }) else { return .value }
            next = further
        }
        return .tooFar
    }

    private static let chainLimit = 100

    /// The value at a location; nil if there is none.
    subscript(place: Pointer) -> JSON? {
        guard var value = files[place.file] else { return nil }
        for token in place.tokens {
            guard let next = value.array == nil ? value[token] : Int(token).flatMap({ value[$0] }) else { return nil }
            value = next
        }
        return value
    }

    /// The value to which a reference finally leads, with its location; the value itself if it isn't a reference.
    func resolve(_ value: JSON, at place: Pointer) -> (value: JSON, place: Pointer) {
        var (value, place) = (value, place)
        // The references have already been checked. The limit guards against a member `$ref` in data.
        for _ in 0..<Self.chainLimit {
            guard let reference = value.object?["$ref"]?.string, let target = Pointer(reference: reference, in: place.file),
                let next = self[target]
            else { break }
            (value, place) = (next, target)
        }
        return (value, place)
    }
}
