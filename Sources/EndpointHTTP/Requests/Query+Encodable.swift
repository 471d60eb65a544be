extension Query {
    /// Encodes the properties of `value` as items, in their order:
    ///
    ///     nonisolated struct Search: Encodable {
    ///         var name: String?
    ///         var tags: [String]
    ///         var filter: Filter
    ///     }
    ///     let query = Query(encoding: Search(name: "x", tags: ["a", "b"], filter: Filter(id: 1)))
    ///     return query  // name=x&tags=a&tags=b&filter[id]=1
    ///
    /// A client writes the items with its own ``JSONConvention``, which also determines how arrays, nested keys, nil and booleans are
    /// written. In the standard convention a nested object's key is written in brackets, which are percent-encoded. An array repeats its
    /// name. An object or an array inside an array is written with its index: `k[0][id]=1`. nil is left out, and `Date` is written as ISO
    /// 8601. In every convention an empty array and an empty object are omitted, a `URL` is written as its string, and a ``QueryValue`` as
    /// in a literal. A dictionary is sorted by its keys.
    ///
    /// The request can't be sent if the value doesn't fit into a query: a top-level value without keys, a number that isn't finite, a date
    /// outside the years 0 to 9999, or a value whose own encoding throws. The ``APIError`` says where. Its code is `invalidRequest`, or
    /// `bodyEncoding` for a form.
    ///
    /// - Parameters:
    ///   - value: a value with properties, or a dictionary.
    ///   - convention: nil, the default, means the convention of the client that sends the query.
    public init(encoding value: some Encodable, by convention: JSONConvention? = nil) {
        let sink = QueryEncoder.Sink()
        do {
            try QueryEncoder(sink: sink).encode(value)
            self = (convention ?? .standard).query(of: sink.leaves)
            if sink.hasNamelessValue { refuse("\(type(of: value)) has no keys") }
            if convention == nil { noteEncoded(sink.leaves) }
        } catch {
            self = [:]
            let path = (sink.failedPath ?? []).keyPath
            let reason = error.sentence
            refuse(
                "\(type(of: value))\(path.isEmpty ? "" : ".\(path)") can't be encoded: "
                    + String(reason.trimmingPrefix("\(path): ")))
        }
    }

    /// Writes the parts that were encoded without a convention, using this one.
    package mutating func write(by convention: JSONConvention) {
        if hasEncodedParts { rewriteEncoded(convention.query) }
    }
}

extension JSONConvention {
    /// The query items for scalar values.
    fileprivate func query(of leaves: [QueryLeaf]) -> Query {
        var query = Query()
        var elements: [String] = []
        for (index, leaf) in leaves.enumerated() {
            guard self.query.arrays == .commaSeparated, case .element(let place)? = leaf.path.last else {
                write(leaf, to: &query)
                continue
            }
            // The elements of one array are adjacent.
            var items = Query()
            write(QueryLeaf(path: leaf.path, value: leaf.value), to: &items)
            if let fault = items.fault { query.refuse(fault) }
            if place == 0 || index == 0 { elements = [] }
            elements += items.map { $0.value ?? "" }
            let name = name(of: leaf)
            let isLast = index + 1 == leaves.count || !leaves[index + 1].follows(leaf) || self.name(of: leaves[index + 1]) != name
            if isLast {
                QueryList.commaSeparated(elements).append(to: &query, name: name)
                elements = []
            }
        }
        return query
    }

    private func name(of leaf: QueryLeaf) -> String {
        leaf.path.name(query) { key in
            switch keys {
            case .unchanged: key
            case .snakeCase: JSONDecodingRules.snakeCase(key)
            }
        }
    }

    /// Writes a value. A fault says where the value is.
    private func write(_ leaf: QueryLeaf, to query: inout Query) {
        if query.fault != nil { return }
        append(leaf, to: &query)
        if let fault = query.fault { query.fault = "\(leaf.path.keyPath): \(fault)" }
    }

    private func append(_ leaf: QueryLeaf, to query: inout Query) {
        let name = name(of: leaf)
        if self.query.arrays == .commaSeparated, leaf.path.dropLast().contains(where: \.isElement) {
            return query.refuse("the array of the query item \"\(name)\" holds more than plain values")
        }
        switch leaf.value {
        case .null:
            switch self.query.nils {
            case .omitted: break
            case .empty: query.append(name, "")
            case .word: query.append(name, "null")
            }
        case .bool(let flag):
            switch self.query.booleans {
            case .words: flag.append(to: &query, name: name)
            case .digits: query.append(name, flag ? "1" : "0")
            }
        case .date(let date): write(date, name, leaf.path, to: &query)
        case .data(let data):
            switch self.data {
            case .base64: query.append(name, data.base64EncodedString())
            case .base64URL: query.append(name, data.base64URL)
            case .numbers:
                query.append(self.query(of: data.enumerated().map { QueryLeaf(path: leaf.path + [.element($0)], value: .value($1)) }))
            }
        case .value(let value):
            if case .texts(let infinity, let negativeInfinity, let notANumber) = floats, let number = value.nonFinite {
                query.append(name, number.isNaN ? notANumber : number > 0 ? infinity : negativeInfinity)
            } else {
                value.append(to: &query, name: name)
            }
        }
    }

    private func write(_ date: Date, _ name: String, _ path: [QueryLeaf.Step], to query: inout Query) {
        switch dates {
        case .foundation, .iso8601: date.append(to: &query, name: name)
        case .secondsSince1970: date.number(in: 1).append(to: &query, name: name)
        case .millisecondsSince1970: date.number(in: 1000).append(to: &query, name: name)
        case .custom(let encode, _):
            let sink = QueryEncoder.Sink()
            do {
                try encode(date, QueryEncoder(sink: sink, path: path))
                // A date function that encodes a date again would recurse forever.
                for leaf in sink.leaves {
                    if case .date(let date) = leaf.value { date.append(to: &query, name: name) } else { append(leaf, to: &query) }
                }
            } catch {
                query.refuse("the date of the query item \"\(name)\" can't be written: \(error.sentence)")
            }
        }
    }
}

extension QueryLeaf {
    /// Whether the value is in the same array as the previous value.
    fileprivate func follows(_ other: QueryLeaf) -> Bool {
        guard case .element(let place)? = path.last, case .element(let before)? = other.path.last else { return false }
        return path.count == other.path.count && place > before
    }
}

extension [QueryLeaf.Step] {
    /// `filter.ids[1]`.
    fileprivate var keyPath: String {
        reduce(into: "") { path, step in
            switch step {
            case .element(let index): path += "[\(index)]"
            case .key(let key, let isName):
                let name = isName ? key : Redaction.standard.redact(value: key)
                path += path.isEmpty ? name : ".\(name)"
            }
        }
    }
}

extension QueryLeaf.Step {
    fileprivate var isElement: Bool { if case .element = self { true } else { false } }
}

extension QueryValue {
    /// The value if it is a number that isn't finite; otherwise nil.
    fileprivate var nonFinite: Double? {
        let number: Double? = if let number = self as? Double { number } else if let number = self as? Float { Double(number) } else { nil }
        return number?.isFinite == false ? number : nil
    }
}
