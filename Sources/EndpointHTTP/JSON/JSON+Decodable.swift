extension JSON: Decodable {
    private static let foreignDepthLimit = 64

    /// Reads the value with its keys in document order, up to 512 levels deep, if a client or its ``ResponseDecoder`` decodes the response.
    ///
    /// Any other decoder reveals a value's kind only through errors, which take longer the deeper the value is nested. ``init(parsing:)``
    /// is faster, and keeps the order of the keys. With any other decoder, arrays and objects may be nested at most 64 levels deep.
    public init(from decoder: any Decoder) throws {
        if let decoder = decoder as? JSONTapeDecoder {
            self = try decoder.decode(JSON.self)
        } else if (try? decoder.singleValueContainer().decodeNil()) == true {
            self = .null
        } else if let container = try? decoder.container(keyedBy: JSONPathKey.self) {
            try Self.checkDepth(container.codingPath)
            var object = Object()
            // The order of a decoder's keys may differ from process to process.
            for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
                object[key.stringValue] = try container.decode(JSON.self, forKey: key)
            }
            self = .object(object)
        } else if var container = try? decoder.unkeyedContainer() {
            try Self.checkDepth(container.codingPath)
            var elements: [JSON] = []
            while !container.isAtEnd { elements.append(try container.decode(JSON.self)) }
            self = .array(elements)
        } else {
            self = try Self.scalar(in: decoder.singleValueContainer())
        }
    }

    private static func checkDepth(_ path: [any CodingKey]) throws {
        if path.count <= foreignDepthLimit { return }
        throw DecodingError.dataCorrupted(
            DecodingError.Context(
                codingPath: path,
                debugDescription: "A JSON value in another type has arrays and objects more than \(foreignDepthLimit) deep."))
    }

    private static func scalar(in container: any SingleValueDecodingContainer) throws -> JSON {
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(String.self) { return .string(value) }
        // A number must be valid as a `Double` first: `JSONDecoder` would read `1e-400` as the integer 0, but rejects it as a `Double`.
        if let double = try? container.decode(Double.self), double.isFinite {
            if let value = try? container.decode(Int64.self) { return .number(.integer(value)) }
            if let value = try? container.decode(UInt64.self) { return .number(.unsigned(value)) }
            return .number(.double(double))
        }
        throw DecodingError.typeMismatch(
            JSON.self,
            DecodingError.Context(
                codingPath: container.codingPath, debugDescription: "Expected to decode JSON but found another value instead."))
    }
}
