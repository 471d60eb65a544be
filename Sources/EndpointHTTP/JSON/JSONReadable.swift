internal import JSONScanner

/// A type that is read directly from the JSON text, without a decoder, because the decoding rules define how to read it, or because that is
/// much faster.
protocol JSONReadable: Decodable {
    init(tape: JSONTape, at index: JSONTape.Slot) throws
    static func elements(of array: JSONTape.Slot, in tape: JSONTape) throws -> [Self]
    static func members(of object: JSONTape.Slot, in tape: JSONTape) throws -> [String: Self]
}

extension Bool: JSONReadable {
    init(tape: JSONTape, at index: JSONTape.Slot) throws {
        switch UInt32(tape.entries[Int(index)].kind) {
        case JSON_TRUE.rawValue: self = true
        case JSON_FALSE.rawValue: self = false
        default: throw tape.mismatch(index, Bool.self)
        }
    }
}

extension String: JSONReadable {
    init(tape: JSONTape, at index: JSONTape.Slot) throws {
        guard tape.entries[Int(index)].kind == JSON_STRING.rawValue else { throw tape.mismatch(index, String.self) }
        do throws(JSONTape.Problem) {
            self = try tape.string(at: index)
        } catch {
            throw error.decodingError(at: tape.path(to: index))
        }
    }
}

extension Int: JSONReadable {
    init(tape: JSONTape, at index: JSONTape.Slot) throws {
        let entry = tape.entries[Int(index)]
        // Other integer types use the general path, which is slow in a debug build.
        if entry.kind == JSON_INTEGER.rawValue, let value = Int(exactly: entry.integer) {
            self = value
        } else {
            self = try tape.integer(at: index)
        }
    }
}

extension JSONReadable where Self: FixedWidthInteger {
    init(tape: JSONTape, at index: JSONTape.Slot) throws { self = try tape.integer(at: index) }
}
extension Int8: JSONReadable {}
extension Int16: JSONReadable {}
extension Int32: JSONReadable {}
extension Int64: JSONReadable {}
extension Int128: JSONReadable {}
extension UInt: JSONReadable {}
extension UInt8: JSONReadable {}
extension UInt16: JSONReadable {}
extension UInt32: JSONReadable {}
extension UInt64: JSONReadable {}
extension UInt128: JSONReadable {}

extension Double: JSONReadable {
    init(tape: JSONTape, at index: JSONTape.Slot) throws {
        let entry = tape.entries[Int(index)]
        switch UInt32(entry.kind) {
        case JSON_DOUBLE.rawValue: self = entry.real
        case JSON_INTEGER.rawValue: self = Double(entry.integer)
        default: self = try tape.floatingPoint(at: index)
        }
    }
}

extension Float: JSONReadable {
    init(tape: JSONTape, at index: JSONTape.Slot) throws {
        let entry = tape.entries[Int(index)]
        // The double's nearest float is the number's nearest float, unless the double is halfway between two floats.
        if entry.kind == JSON_DOUBLE.rawValue, entry.real.bitPattern & 0x1FFF_FFFF != 0x1000_0000 {
            let value = Float(entry.real)
            if value.isNormal {
                self = value
                return
            }
        }
        self = try tape.floatingPoint(at: index)
    }
}

extension JSONTape {
    fileprivate func integer<Value: FixedWidthInteger & JSONReadable>(at index: Slot) throws -> Value {
        let entry = entries[Int(index)]
        let value: Value? =
            switch UInt32(entry.kind) {
            case JSON_INTEGER.rawValue: Value(exactly: entry.integer)
            case JSON_UNSIGNED.rawValue: Value(exactly: entry.magnitude)
            case JSON_DOUBLE.rawValue, JSON_NUMBER.rawValue: integer(characters(at: index))
            default: throw mismatch(index, Value.self)
            }
        guard let value else { throw doesNotFit(index, Value.self) }
        return value
    }

    /// An integer that may be written as `1.0` or `1e3`.
    private func integer<Value: FixedWidthInteger>(_ text: String) -> Value? {
        if let value = Value(text) { return value }
        guard let double = Double(text), let value = Value(exactly: double) else { return nil }
        // Beyond 2^53 a double stands for several integers.
        if double.magnitude < 0x1p53 { return value }
        let parts = text.utf8.split { $0 | 0x20 == UInt8(ascii: "e") }
        let digits = parts[0].split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        let fraction = digits.count > 1 ? Array(digits[1]) : []
        guard let exponent = parts.count > 1 ? Int(Substring(parts[1])) : 0, abs(exponent) < 1000 else { return nil }
        let zero = UInt8(ascii: "0")
        var all = digits[0] + fraction
        let zeros = exponent - fraction.count
        if zeros >= 0 {
            all += repeatElement(zero, count: zeros)
        } else {
            guard all.suffix(-zeros).allSatisfy({ $0 == zero }) else { return nil }
            all.removeLast(min(-zeros, all.count))
        }
        return Value(String(decoding: all, as: UTF8.self))
    }

    fileprivate func floatingPoint<Value: BinaryFloatingPoint & LosslessStringConvertible & JSONReadable>(
        at index: Slot
    ) throws -> Value {
        let kind = UInt32(entries[Int(index)].kind)
        // Like JSONDecoder, this accepts these strings only without escapes.
        if kind == JSON_STRING.rawValue, entries[Int(index)].flags & UInt8(JSON_ESCAPED) == 0, let texts = rules.nonConformingFloats {
            if isString(index, texts.infinity) { return .infinity }
            if isString(index, texts.negativeInfinity) { return -.infinity }
            if isString(index, texts.notANumber) { return .nan }
        }
        try checkNumber(index, Value.self)
        guard let value: Value = Self.floatingPoint(characters(at: index)) else { throw doesNotFit(index, Value.self) }
        return value
    }
}
