internal import EndpointHTTP

/// A schema's `discriminator`: the member that identifies the kind of an object, and the schema for each tag.
struct Discriminator {
    let key: String
    /// The schemas and their tags, in the order of the document.
    let mapping: [(tag: String, schema: Pointer)]

    /// nil if there is none.
    init?(_ schema: JSON.Object, at place: Pointer, in document: Document) {
        guard let discriminator = schema["discriminator"], let key = discriminator["propertyName"]?.string else { return nil }
        self.key = key
        mapping = (discriminator["mapping"]?.object ?? JSON.Object()).compactMap { tag, value in
            guard let text = value.string else { return nil }
            // A name refers to a schema, and anything else is a reference (OpenAPI 3.1, section 4.8.25).
            let named = Pointer(["components", "schemas", text], in: place.file)
            if document[named] != nil { return (tag, named) }
            guard let target = Pointer(reference: text, in: place.file), document[target] != nil else { return nil }
            return (tag, target)
        }
    }

    /// The tags that the mapping assigns to a schema.
    func tags(of schema: Pointer) -> [JSON] { mapping.filter { $0.schema == schema }.map { .string($0.tag) } }
}
