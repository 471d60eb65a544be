internal import EndpointHTTP

/// Generates endpoints, operations and models from an OpenAPI document.
///
/// The same document always produces the same bytes.
package struct Generator: Sendable {
    /// The text of each file, by file name.
    package private(set) var files: [String: String] = [:]
    /// What the code omits, and where.
    package let notes: [Finding]
    /// Choices that match nothing in the document, and chosen names that are taken, with their locations in the file of choices.
    package let choiceNotes: [Finding]
    /// The text of the file of choices, including the names that had to be invented; nil if it would be empty.
    package let choices: String?
    /// The lists that are read in pages.
    package let pagedLists: PagedLists
    /// The tags, paths and ids in the selection that match no operation.
    package let unmatched: Selection
    /// The number of operations in the files.
    package let operationCount: Int
    /// The number of types for values in the files.
    package let modelCount: Int

    /// Generates the code in memory.
    ///
    /// - Parameters:
    ///   - document: the document.
    ///   - source: the document's file name, for the first line of each generated file.
    ///   - service: the name of the service, as in `Petstore`Client; nil to derive it from the document's title.
    ///   - selection: the operations to generate; by default all.
    ///   - chosen: the names and pages that a person has chosen; by default none.
    package init(
        _ document: Document, source: String, service: String? = nil, selection: Selection = Selection(),
        chosen: ChosenNames = ChosenNames()
    ) {
        var reader = OperationReader(document, selection)
        reader.read()
        let server = Server.main(document, reader.operations)
        let operations = reader.operations.map { operation in
            var operation = operation
            if operation.server == server { operation.server = nil }
            return operation
        }
        let used = Reach(operations, reader.shapes.models).all
        let reached = reader.shapes.models.filter { used.contains($0.key) }
            .withoutTags(usedBy: operations.flatMap { $0.sent + $0.received })
        let reach = Reach(operations, reached)
        let paging = Paging(operations, reached, in: document, choices: chosen.paging)
        let models = paging.adjusting(reached)
        let info = document.root["info"]
        let name = service.map { Words.type($0) } ?? ""
        let written = models.filter { reach.all.contains($0.key) }
        let names = Names(
            service: name.isEmpty ? Names.service(title: info?["title"]?.string ?? "") : name, operations, written, paging,
            forms: reach.forms, chosen: chosen)
        let facts = ServiceFacts(document)
        let described = Service(
            source: DocComment.plain(source[...]), title: info?["title"]?.string, version: info?["version"]?.string, server: server,
            schemes: facts.schemes, tagSummaries: facts.tags, operations: operations, models: written, reach: reach, names: names,
            credentials: Credentials(operations), paging: paging)
        unmatched = reader.unmatched
        operationCount = operations.count
        modelCount = written.count
        notes = document.notes + reader.shapes.notes.all + facts.notes(on: operations) + paging.notes.all
        pagedLists = PagedLists(described)
        choiceNotes = chosen.unknownEntries(in: document) + names.notes.all
        choices = chosen.text(names.invented)
        write(described)
    }

    private mutating func write(_ service: Service) {
        files["\(service.names.client).swift"] = ClientWriter(service: service).file
        for (name, operations) in Dictionary(grouping: service.operations, by: { service.names.endpoints[$0.place] ?? "" }) {
            files["\(name).swift"] = EndpointWriter(name, operations, in: service).file
        }
        let writer = ModelWriter(service: service)
        for model in service.models.values where service.names.owners[model.place] == nil {
            files["\(service.type(model.place)).swift"] = writer.file(of: model)
        }
        for (place, list) in service.paging.pages {
            let page = PageCode(service: service, place: place, list: list).file
            files[page.name] = page.text
        }
        if !service.reach.boxed.isEmpty { files["Boxed.swift"] = ModelWriter.boxFile(service) }
    }
}

/// The information in the document about the service as a whole.
private struct ServiceFacts {
    let document: Document

    init(_ document: Document) { self.document = document }

    var tags: [String: String] {
        let tags = document.root["tags"]?.array ?? []
        let pairs = tags.compactMap { tag in tag["name"]?.string.map { ($0, tag["description"]?.string ?? "") } }
        return Dictionary(pairs) { first, _ in first }
    }

    private var definitions: JSON.Object { document[Pointer(["components", "securitySchemes"])]?.object ?? JSON.Object() }

    var schemes: [String: String] {
        var words: [String: String] = [:]
        for (name, value) in definitions {
            let scheme = document.resolve(value, at: Pointer()).value
            words[name] =
                switch (scheme["type"]?.string, scheme["scheme"]?.string?.lowercased(), scheme["in"]?.string) {
                case ("apiKey", _, let place?): "the key \"\(scheme["name"]?.string ?? "")\" in the \(place)."
                case ("http", "bearer", _), ("oauth2", _, _), ("openIdConnect", _, _): "a bearer token."
                case ("http", let kind?, _): "the scheme \"\(kind)\" of the field Authorization."
                case ("mutualTLS", _, _): "a client certificate, which is part of the transport's policy."
                default: "\(name)."
                }
        }
        return words
    }

    /// Notes about credentials that operations name but the document doesn't describe.
    func notes(on operations: [Operation]) -> [Finding] {
        operations.flatMap { operation in
            Set(operation.security.flatMap { $0 }).filter { definitions[$0] == nil }.sorted().map { name in
                Finding(operation.place, "The credentials \(name.debugDescription) aren't described.")
            }
        }
    }
}
