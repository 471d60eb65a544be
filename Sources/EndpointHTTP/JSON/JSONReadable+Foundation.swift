// These types are read according to the decoder's rules, not with their own `init(from:)`.

extension Date: JSONReadable {
    init(tape: JSONTape, at index: JSONTape.Slot) throws {
        if tape.isNull(index) { throw tape.mismatch(index, Date.self) }
        switch tape.rules.dates {
        case .referenceSeconds: self.init(timeIntervalSinceReferenceDate: try Double(tape: tape, at: index))
        case .seconds: self.init(timeIntervalSince1970: try Double(tape: tape, at: index))
        case .milliseconds: self.init(timeIntervalSince1970: try Double(tape: tape, at: index) / 1000)
        case .iso8601:
            let text = try String(tape: tape, at: index)
            guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
                throw tape.invalid(index, "The text isn't an ISO 8601 date.")
            }
            self = date
        case .text:
            guard let date = ISO8601.date(from: try String(tape: tape, at: index)) else {
                throw tape.invalid(index, "The text isn't an ISO 8601 date in the years 0 to 9999.")
            }
            self = date
        case .custom(let read): self = try read(JSONTapeDecoder(tape: tape, index: index))
        }
    }
}

extension Data: JSONReadable {
    init(tape: JSONTape, at index: JSONTape.Slot) throws {
        if tape.isNull(index) { throw tape.mismatch(index, Data.self) }
        switch tape.rules.bytes {
        case .numbers: try self.init(from: JSONTapeDecoder(tape: tape, index: index))
        case .base64:
            guard let data = Data(base64Encoded: try String(tape: tape, at: index)) else {
                throw tape.invalid(index, "The text is not valid Base64.")
            }
            self = data
        case .base64URL:
            guard let data = Data(base64URL: try String(tape: tape, at: index)) else {
                throw tape.invalid(index, "The text is not valid Base64 for URLs.")
            }
            self = data
        case .custom(let read): self = try read(JSONTapeDecoder(tape: tape, index: index))
        }
    }
}

extension URL: JSONReadable {
    init(tape: JSONTape, at index: JSONTape.Slot) throws {
        if tape.isNull(index) { throw tape.mismatch(index, URL.self) }
        guard let url = URL(string: try String(tape: tape, at: index)) else { throw tape.invalid(index, "The text is not a URL.") }
        self = url
    }
}

extension Decimal: JSONReadable {
    init(tape: JSONTape, at index: JSONTape.Slot) throws {
        try tape.checkNumber(index, Decimal.self)
        guard let decimal = Decimal(string: tape.characters(at: index)), decimal.isFinite else {
            throw tape.doesNotFit(index, Decimal.self)
        }
        self = decimal
    }
}

extension JSON: JSONReadable {
    init(tape: JSONTape, at index: JSONTape.Slot) throws { self = try tape.json(at: index) }
}
