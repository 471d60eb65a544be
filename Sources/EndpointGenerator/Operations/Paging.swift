internal import EndpointHTTP

/// A list that an operation returns in pages.
struct PagedList: Hashable, Sendable {
    /// How the next page is found.
    enum Kind: Hashable, Sendable {
        /// The number of the first page; nil if the document doesn't state it.
        case number(first: Int?)
        case offset, cursor
        /// An address in the page, or in the header field `Link`.
        case link
    }

    let kind: Kind
    /// The parameter that selects the page; nil for a link.
    let parameter: String?
    /// All parameters that select a page in some way. A list begins with its first page, so it doesn't need them.
    let positions: Set<String>
    /// The parameter for the page size.
    let size: String?
    let page: Shape
    let element: Shape
    let members: PageMembers
}

/// Finds the operations that return lists in pages. It relies only on what is certain from the document.
struct Paging: Hashable, Sendable {
    /// The lists, by the locations of their operations.
    private(set) var lists: [Pointer: PagedList] = [:]
    /// The lists that are read from each page type.
    private(set) var pages: [Pointer: PagedList] = [:]
    /// Why some operations aren't read in pages although their parameters select pages.
    private(set) var notes = Notes()

    /// - Parameters:
    ///   - operations: the operations, in the order of the document.
    ///   - models: the models to write.
    ///   - document: the document, which contains more details about some members.
    ///   - choices: a person's choices, by the keys of the operations.
    init(_ operations: [Operation], _ models: [Pointer: Model], in document: Document, choices: [String: PagingChoice] = [:]) {
        for operation in operations where choices[operation.key] != .off {
            guard operation.method == "get" else {
                if choices[operation.key] != nil { notes.add(operation.place, "Only a GET is read in pages.") }
                continue
            }
            let reader = PagingReader(operation, models, document, choices[operation.key])
            do throws(PagingProblem) {
                let list = try reader.list()
                if case .model(let page) = list.page {
                    // A page type is written once, so all its lists are read in the same way.
                    if let other = pages[page], other.members != list.members {
                        throw PagingProblem(message: "another list has the same pages, and is read in another way")
                    }
                    pages[page] = list
                }
                lists[operation.place] = list
            } catch {
                // An operation without such parameters isn't expected to return pages.
                if reader.parameters.isCertain || choices[operation.key] != nil {
                    notes.add(operation.place, "The list isn't read in pages: \(error.message).")
                }
            }
        }
    }

    /// The models. A required member is made optional if the page's protocol declares it as optional.
    func adjusting(_ models: [Pointer: Model]) -> [Pointer: Model] {
        var models = models
        for (place, list) in pages {
            guard let model = models[place] else { continue }
            let optional = list.members.optionalRequirements
            let properties = model.properties.map { property in
                optional[Words.member(property.name)] == [property.name] ? property.withoutRequirement : property
            }
            models[place]?.kind = .object(properties)
        }
        return models
    }
}

/// Why an operation isn't read in pages, as the end of a sentence.
struct PagingProblem: Error {
    let message: String
}

extension PageMembers {
    /// The optional properties of the page protocols, with the members that provide them.
    fileprivate var optionalRequirements: [String: [String]] {
        var required: [String: [String]] = [:]
        switch next {
        case .cursor(let path), .lastCursor(let path): required["nextCursor"] = path
        case .address(let path): required["nextLink"] = path
        case .lastElement, .nothing: break
        }
        if let total { required["totalCount"] = total }
        if let offset { required["offset"] = offset }
        return required
    }
}

extension Model.Property {
    fileprivate var withoutRequirement: Self {
        Model.Property(
            name: name, shape: shape, isRequired: false, isReadOnly: isReadOnly, isWriteOnly: isWriteOnly, isDeprecated: isDeprecated,
            summary: summary)
    }
}
