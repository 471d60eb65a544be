internal import EndpointHTTP

/// The `discriminator` of a schema: which member says what an object is, and which schema belongs to which tag.
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
            // A name is that of a schema, and anything else a reference (OpenAPI 3.1, section 4.8.25).
            let named = Pointer(["components", "schemas", text], in: place.file)
            if document[named] != nil { return (tag, named) }
            guard let target = Pointer(reference: text, in: place.file), document[target] != nil else { return nil }
            return (tag, target)
        }
    }

    /// The tags that the mapping has for a schema.
    func tags(of schema: Pointer) -> [JSON] { mapping.filter { $0.schema == schema }.map { .string($0.tag) } }
}
