internal import EndpointHTTP

/// A person's choices for generated code, from a file next to the document. The file is an object with the sections `operations`, `tags`,
/// `types`, `members` and `paging`, and the section `invented`, which the generator writes.
///
/// An operation's key is its id, or its method and path. A type's key is its schema's name, or the schema's location.
package struct ChosenNames: Hashable, Sendable {
    /// The names of functions.
    var operations: [String: String] = [:]
    /// The names of enums.
    var tags: [String: String] = [:]
    var types: [String: String] = [:]
    var members: [String: [String: String]] = [:]
    var paging: [String: PagingChoice] = [:]
    private var root = JSON.Object()

    /// Creates a value without any choices.
    package init() {}

    /// Reads a file. Throws every problem in it: invalid syntax, unknown sections, and invalid names.
    package init(parsing text: some Sequence<UInt8>) throws(DocumentProblems) {
        let json: JSON
        do {
            json = try JSON(parsing: text)
        } catch {
            var reason = "\(error)"
            if case DecodingError.dataCorrupted(let context) = error { reason = context.debugDescription }
            throw DocumentProblems([Finding(Pointer(), "The file isn't valid JSON: \(reason)")])
        }
        guard let object = json.object else { throw DocumentProblems([Finding(Pointer(), "The file isn't an object.")]) }
        root = object
        var problems: [Finding] = []
        for (section, value) in object where section != "invented" {
            let place = Pointer([section])
            switch section {
            case "operations": operations = Self.names(in: value, at: place, avoiding: ReservedNames.operations, &problems)
            case "tags": tags = Self.names(in: value, at: place, areTypes: true, avoiding: ReservedNames.types, &problems)
            case "types": types = Self.names(in: value, at: place, areTypes: true, avoiding: ReservedNames.types, &problems)
            case "members":
                for (type, names) in value.object ?? JSON.Object() {
                    members[type] = Self.names(in: names, at: place.appending(type), avoiding: ReservedNames.members, &problems)
                }
            case "paging":
                for (operation, choice) in value.object ?? JSON.Object() {
                    paging[operation] = PagingChoice(choice, at: place.appending(operation), &problems)
                }
            default: problems.append(Finding(place, "The section \(section.debugDescription) is unknown."))
            }
            if value.object == nil { problems.append(Finding(place, "The section isn't an object.")) }
        }
        if !problems.isEmpty { throw DocumentProblems(problems) }
    }

    private static func names(
        in value: JSON, at place: Pointer, areTypes: Bool = false, avoiding taken: Set<String>, _ problems: inout [Finding]
    ) -> [String: String] {
        var names: [String: String] = [:]
        var known: Set<String> = []
        for (key, value) in value.object ?? JSON.Object() {
            let place = place.appending(key)
            guard let name = value.string, Words.isName(name) else {
                problems.append(Finding(place, "The value isn't a name in Swift."))
                continue
            }
            if taken.contains(areTypes ? name.lowercased() : name) {
                problems.append(Finding(place, "The name \(name.debugDescription) is taken by Swift or the framework."))
            }
            if !known.insert(areTypes ? name.lowercased() : name).inserted {
                problems.append(Finding(place, "The name \(name.debugDescription) is chosen twice."))
            }
            names[key] = name
        }
        return names
    }

    // MARK: Unknown entries

    /// The entries that match nothing in the document, regardless of which parts of it are selected.
    func unknownEntries(in document: Document) -> [Finding] {
        let known = DocumentKeys(document)
        var findings: [Finding] = []
        for (section, keys) in [("operations", operations.keys.sorted()), ("paging", paging.keys.sorted())] {
            for key in keys where !known.operations.contains(key) {
                findings.append(Finding(Pointer([section, key]), "The document has no operation \(key.debugDescription)."))
            }
        }
        for key in tags.keys.sorted() where !known.tags.contains(key) {
            findings.append(Finding(Pointer(["tags", key]), "No operation has the tag \(key.debugDescription) first."))
        }
        for key in types.keys.sorted() where DocumentKeys.schema(key, in: document) == nil {
            findings.append(Finding(Pointer(["types", key]), "The document has no schema \(key.debugDescription)."))
        }
        for (key, names) in members.sorted(by: { $0.key < $1.key }) {
            guard let schema = DocumentKeys.schema(key, in: document) else {
                findings.append(Finding(Pointer(["members", key]), "The document has no schema \(key.debugDescription)."))
                continue
            }
            let all = Set(schema.members.map(\.name) + (schema.words ?? []))
            for name in names.keys.sorted() where !all.contains(name) {
                findings.append(Finding(Pointer(["members", key, name]), "The schema has no member or word \(name.debugDescription)."))
            }
        }
        return findings
    }

    // MARK: The file

    /// The text of the file, including these invented names; nil if there is nothing to write.
    func text(_ invented: InventedNames) -> String? {
        if root.isEmpty, invented.isEmpty { return nil }
        var root = root
        root["invented"] = invented.isEmpty ? JSON?.none : invented.json
        return JSON.object(root).indentedText + "\n"
    }

    /// The key for a schema in this file.
    static func key(_ schema: Pointer) -> String { schema.componentName ?? schema.description }
}

/// The names in a document to which a person may refer.
private struct DocumentKeys {
    private(set) var operations: Set<String> = []
    private(set) var tags: Set<String> = []

    init(_ document: Document) {
        let paths = Pointer(["paths"])
        for (path, item) in document[paths]?.object ?? JSON.Object() {
            let item = document.resolve(item, at: paths.appending(path)).value
            for (method, operation) in item.object ?? JSON.Object() where OperationReader.methods.contains(method) {
                operations.insert("\(method.uppercased()) \(path)")
                if let id = operation["operationId"]?.string { operations.insert(id) }
                if let tag = operation["tags"]?[0]?.string { tags.insert(tag) }
            }
        }
    }

    static func schema(_ key: String, in document: Document) -> FlatSchema? {
        let place = key.contains("#") ? Pointer(reference: key, in: "") : Pointer(["components", "schemas", key])
        guard let place, let value = document[place] else { return nil }
        let (schema, target) = document.resolve(value, at: place)
        return schema.object.map { FlatSchema($0, at: target, in: document) }
    }
}
