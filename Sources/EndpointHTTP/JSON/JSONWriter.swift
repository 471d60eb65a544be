internal import JSONScanner

extension JSON {
    /// How deep arrays and objects may be nested, here and in `JSONDecoder`.
    static let depthLimit = JSON_DEPTH_LIMIT

    /// The JSON text in UTF-8, without spaces, with the keys in order. Throws an `EncodingError` for a number that isn't finite, and for
    /// arrays and objects nested more than 512 levels deep.
    public func data() throws -> Data {
        var writer = JSONWriter()
        writer.write(self, depth: 0)
        if let problem = writer.problem {
            throw EncodingError.invalidValue(self, EncodingError.Context(codingPath: [], debugDescription: problem))
        }
        return Data(writer.output)
    }
}

extension JSON: CustomStringConvertible {
    /// The JSON text without spaces; a value that can't be written is shown as `null`.
    public var description: String {
        var writer = JSONWriter()
        writer.write(self, depth: 0)
        return String(decoding: writer.output, as: UTF8.self)
    }
}

extension JSON {
    /// The JSON text for human readers, with one element on each line.
    package var indentedText: String {
        var writer = JSONWriter(isIndented: true)
        writer.write(self, depth: 0)
        return String(decoding: writer.output, as: UTF8.self)
    }
}

private struct JSONWriter {
    var isIndented = false
    var output: [UInt8] = []
    var problem: String?

    mutating func write(_ value: JSON, depth: Int) {
        switch value {
        case .null: output += "null".utf8
        case .bool(let value): output += (value ? "true" : "false").utf8
        case .number(let number): write(number)
        case .string(let text): write(text)
        case .array where depth == JSON.depthLimit: refuse("its arrays are nested more than \(depth) deep")
        case .object where depth == JSON.depthLimit: refuse("its objects are nested more than \(depth) deep")
        case .array(let elements):
            output.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                breakLine(depth + 1)
                write(element, depth: depth + 1)
            }
            if !elements.isEmpty { breakLine(depth) }
            output.append(UInt8(ascii: "]"))
        case .object(let object):
            output.append(UInt8(ascii: "{"))
            for (index, member) in object.enumerated() {
                if index > 0 { output.append(UInt8(ascii: ",")) }
                breakLine(depth + 1)
                write(member.key)
                output += isIndented ? ": ".utf8 : ":".utf8
                write(member.value, depth: depth + 1)
            }
            if !object.isEmpty { breakLine(depth) }
            output.append(UInt8(ascii: "}"))
        }
    }

    private mutating func breakLine(_ depth: Int) {
        if isIndented { output += "\n".utf8 + [UInt8](repeating: UInt8(ascii: " "), count: depth * 2) }
    }

    private mutating func write(_ number: JSON.Number) {
        switch number {
        case .integer(let value): output += String(value).utf8
        case .unsigned(let value): output += String(value).utf8
        // The description reads back as the same number, and is valid JSON if the number is finite.
        case .double(let value): if value.isFinite { output += value.description.utf8 } else { refuse("the number \(value) is not finite") }
        }
    }

    private mutating func refuse(_ reason: String) {
        problem = problem ?? reason
        output += "null".utf8
    }

    private mutating func write(_ text: String) {
        output.append(UInt8(ascii: "\""))
        text.withBytes { bytes in
            var index = 0
            while index < bytes.count {
                let rest = UnsafeBufferPointer(rebasing: bytes[index...])
                let plain = json_plain_count(rest.baseAddress, rest.count)
                output += UnsafeBufferPointer(rebasing: rest.prefix(plain))
                index += plain
                if index < bytes.count { writeEscaped(bytes[index]) }
                index += 1
            }
        }
        output.append(UInt8(ascii: "\""))
    }

    private mutating func writeEscaped(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""): output += "\\\"".utf8
        case UInt8(ascii: "\\"): output += "\\\\".utf8
        case UInt8(ascii: "\n"): output += "\\n".utf8
        case UInt8(ascii: "\r"): output += "\\r".utf8
        case UInt8(ascii: "\t"): output += "\\t".utf8
        default: output += "\\u00".utf8 + [ByteWriter.hexDigit(byte >> 4), ByteWriter.hexDigit(byte & 15)]
        }
    }
}
