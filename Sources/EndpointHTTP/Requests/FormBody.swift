/// The fields of a form, as `application/x-www-form-urlencoded` (WHATWG URL, section 5.2).
///
/// The values are those of a ``Query``: nil is left out, and an array repeats its name. A field without a value is sent with an empty
/// value.
public struct FormBody: HTTPBody, ExpressibleByDictionaryLiteral {
    /// The fields in the order in which they are sent; their escapes are rewritten for a form.
    public var fields: Query

    /// Sends the items of a query as fields.
    public init(_ fields: Query) { self.fields = fields }

    /// Appends the items of each value under its name; nil appends none.
    public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
        fields = Query()
        for (name, value) in elements { value?.append(to: &fields, name: name) }
    }

    /// Sends the properties of `value` as fields, as ``Query/init(encoding:by:)`` encodes them.
    public init(encoding value: some Encodable, by convention: JSONConvention? = nil) {
        fields = Query(encoding: value, by: convention)
    }

    public func entity() throws -> HTTPBodyEntity { try entity(by: .standard) }

    public func entity(by convention: JSONConvention) throws -> HTTPBodyEntity {
        var fields = fields
        fields.write(by: convention)
        if let fault = fields.fault { throw APIError(.bodyEncoding, "A field of the form can't be written: \(fault).") }
        return HTTPBodyEntity(contentType: "application/x-www-form-urlencoded", content: .data(Data(Self.encoded(fields))))
    }

    /// A query and a form escape different bytes, so every value is decoded and encoded again.
    private static func encoded(_ fields: Query) -> [UInt8] {
        var output: [UInt8] = []
        output.reserveCapacity(fields.bytes.count + 16)
        for item in fields.rawItems {
            if !output.isEmpty { output.append(UInt8(ascii: "&")) }
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            append(name, to: &output)
            output.append(UInt8(ascii: "="))
            append(item[name.endIndex...].dropFirst(), to: &output)
        }
        return output
    }

    private static func append(_ text: ArraySlice<UInt8>, to output: inout [UInt8]) {
        for byte in PercentEncoding.decodedBytes(text, plusIsSpace: true) {
            switch byte {
            case UInt8(ascii: " "): output.append(UInt8(ascii: "+"))
            case UInt8(ascii: "*"): output.append(byte)
            case UInt8(ascii: "~"): output += "%7E".utf8
            case _ where PercentEncoding.Allowed.unreserved.contains(byte): output.append(byte)
            default: output += [UInt8(ascii: "%"), ByteWriter.hexDigit(byte >> 4), ByteWriter.hexDigit(byte & 15)]
            }
        }
    }
}

extension HTTPBody where Self == FormBody {
    /// Sends a form: `body: .form(["grant_type": "refresh_token", "refresh_token": token])`.
    public static func form(_ fields: Query) -> FormBody { FormBody(fields) }
}
