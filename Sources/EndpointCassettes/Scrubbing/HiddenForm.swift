import EndpointKit
import Synchronization

/// The form of a hidden value. A replacement of the same form can still be decoded.
enum HiddenForm {
    case uuid, date(String), hexadecimal(Int), base64(Int, padding: Int), digits(Int), text

    init(_ value: String) {
        let bytes = value.utf8
        if bytes.count == 36, UUID(uuidString: value) != nil {
            self = .uuid
        } else if bytes.count >= 10, bytes.first.map(Self.isDigit) == true, bytes.contains(UInt8(ascii: "-")),
            ISO8601.date(from: value) != nil
        {
            self = .date(value)
        } else if !bytes.isEmpty, bytes.count < 20, bytes.allSatisfy(Self.isDigit) {
            self = .digits(bytes.count)
        } else if bytes.count >= 16, bytes.count.isMultiple(of: 2), value.utf8.allSatisfy({ PercentEncoding.Allowed.hexDigit.contains($0) })
        {
            self = .hexadecimal(bytes.count)
        } else if Self.isBase64(value) {
            self = .base64(bytes.count, padding: bytes.count { $0 == UInt8(ascii: "=") })
        } else {
            self = .text
        }
    }

    /// Whether the value is already such a replacement, which a client received from a replay.
    static func isHidden(_ value: String) -> Bool {
        if value.hasPrefix(HiddenNumbers.text) { return true }
        switch HiddenForm(value) {
        case .uuid: return value.hasPrefix("00000000-0000-0000-0000-")
        case .date: return HiddenForm(value).text(0) == value
        case .hexadecimal(let length): return value.hasPrefix(String(repeating: "0", count: length / 2))
        default: return false
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Words consist of the same characters, so Base64 must contain capitals, lower-case letters, and something else.
    private static func isBase64(_ value: String) -> Bool {
        guard value.utf8.count >= 16, value.utf8.count.isMultiple(of: 4), Data(base64Encoded: value) != nil else { return false }
        let scalars = value.unicodeScalars
        return scalars.contains(where: \.properties.isUppercase) && scalars.contains(where: \.properties.isLowercase)
            && scalars.contains { !$0.properties.isAlphabetic }
    }

    /// The replacement for the value, with this number.
    func text(_ number: Int) -> String {
        func padded(_ width: Int) -> String { String(repeating: "0", count: max(0, width - "\(number)".utf8.count)) + "\(number)" }
        switch self {
        case .uuid: return "00000000-0000-0000-0000-" + padded(12)
        case .date(let date): return "2000-01-01" + date.utf8.dropFirst(10).map { $0.isDigit ? "0" : Character(UnicodeScalar($0)) }
        case .hexadecimal(let length), .digits(let length): return padded(length)
        case .base64(let length, let padding):
            let room = length - padding
            let start = "\(HiddenNumbers.text)\(number)".prefix(room - 1)
            return start + String(repeating: "A", count: room - start.count) + String(repeating: "=", count: padding)
        case .text: return number == 0 ? HiddenNumbers.text : "\(HiddenNumbers.text)-\(number)"
        }
    }
}

/// Numbers the hidden values in a cassette's responses. Equal values get the same number.
final class HiddenNumbers: Sendable {
    static let text = "redacted"
    private struct State {
        var numbers: [ExactText: Int] = [:]
        var last: Int
    }
    private let state: Mutex<State>

    /// - Parameter last: the largest number in use.
    init(after last: Int = 0) { state = Mutex(State(last: last)) }

    /// The largest number that was assigned.
    var last: Int { state.withLock { $0.last } }

    func text(for value: String) -> String {
        if value.hasPrefix(Self.text + "-"), Int(value.trimmingPrefix(Self.text + "-")) != nil { return value }
        let number = state.withLock { state in
            if let number = state.numbers[ExactText(value)] { return number }
            state.last += 1
            state.numbers[ExactText(value)] = state.last
            return state.last
        }
        return HiddenForm(value).text(number)
    }
}
