extension Query {
    /// Encodes the properties of `value` as items, in their order:
    ///
    ///     struct Search: Encodable {
    ///         var name: String?
    ///         var tags: [String]
    ///         var filter: Filter
    ///     }
    ///     let query = try Query(encoding: Search(name: "x", tags: ["a", "b"], filter: Filter(id: 1)))
    ///     return query  // name=x&tags=a&tags=b&filter[id]=1
    ///
    /// A nested object's key is written in brackets, which are percent-encoded. An array repeats its name; an object or an array inside an
    /// array is written with its index: `k[0][id]=1`. nil, an empty array and an empty object are left out. `Date` is written as ISO 8601,
    /// `Data` as base64, `URL` as its text, and any other ``QueryValue`` as in a literal. A dictionary is sorted by its keys.
    ///
    /// Throws an ``APIError`` of code `invalidRequest` for values that a query can't hold: a value without keys at the top, a number that
    /// isn't finite, a date outside the years 0 to 9999.
    public init(encoding value: some Encodable) throws {
        let sink = QueryEncoder.Sink()
        try QueryEncoder(sink: sink).encode(value)
        if let reason = sink.hasNamelessValue ? "it has no keys" : sink.query.fault {
            throw APIError(.invalidRequest, "Could not encode \(type(of: value)) as a query: \(reason).")
        }
        self = sink.query
    }
}
