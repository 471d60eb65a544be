internal import EndpointHTTP

/// An OpenAPI document of version 3.0 or 3.1, in which every reference leads to a value.
public struct Document: Sendable {
    /// The value of the whole document.
    let root: JSON

    /// Reads a document in JSON. Throws ``DocumentProblems`` with all that is wrong: its syntax, its version, references.
    public init(parsing text: some Sequence<UInt8>) throws(DocumentProblems) {
        let bytes = Array(text)
        do {
            root = try JSON(parsing: bytes)
        } catch {
            throw DocumentProblems([Finding(Pointer(), Self.reason(for: error, in: bytes))])
        }
        let problems = versionProblems() + referenceProblems()
        if !problems.isEmpty { throw DocumentProblems(problems) }
    }

    /// A text that begins like YAML gets advice in place of a byte's offset.
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

    /// Checks each reference of the document, without recursion.
    private func referenceProblems() -> [Finding] {
        var problems: [Finding] = []
        var rest: [(value: JSON, place: Pointer)] = [(root, Pointer())]
        while let (value, place) = rest.popLast() {
            if let elements = value.array {
                for (index, element) in elements.enumerated().reversed() { rest.append((element, place.appending(index))) }
            }
            guard let object = value.object else { continue }
            if let reference = object["$ref"]?.string, let problem = problem(of: reference, at: place) { problems.append(problem) }
            // Examples are data. In a list of properties, such a key is a name.
            let isOfNames = place.tokens.last == "properties"
            for (key, member) in object.reversed() where isOfNames || !(Self.dataKeys.contains(key) || key.hasPrefix("x-")) {
                rest.append((member, place.appending(key)))
            }
        }
        return problems
    }

    private static let dataKeys: Set<String> = ["const", "default", "enum", "example", "examples"]

    private func problem(of reference: String, at place: Pointer) -> Finding? {
        guard Pointer(reference: reference) != nil else {
            let reason = "leads to another file or isn't a pointer. Bundle the document."
            return Finding(place, "The reference \(reference.debugDescription) \(reason)")
        }
        var seen: Set<String> = []
        var next = reference
        while seen.insert(next).inserted {
            guard let target = Pointer(reference: next), let value = self[target] else {
                return Finding(place, "The reference \(reference.debugDescription) leads to nothing.")
            }
            guard let further = value.object?["$ref"]?.string else { return nil }
            next = further
        }
        return Finding(place, "The reference \(reference.debugDescription) leads to itself.")
    }

    /// The value at a place; nil if there is none.
    subscript(place: Pointer) -> JSON? {
        var value = root
        for token in place.tokens {
            guard let next = value.array == nil ? value[token] : Int(token).flatMap({ value[$0] }) else { return nil }
            value = next
        }
        return value
    }

    /// The value that a reference finally leads to, with its place; the value itself if it isn't a reference.
    func resolve(_ value: JSON, at place: Pointer) -> (value: JSON, place: Pointer) {
        var (value, place) = (value, place)
        // The references were checked. The limit guards against a member `$ref` in data.
        for _ in 0..<100 {
            guard let reference = value.object?["$ref"]?.string, let target = Pointer(reference: reference), let next = self[target] else {
                break
            }
            (value, place) = (next, target)
        }
        return (value, place)
    }
}
