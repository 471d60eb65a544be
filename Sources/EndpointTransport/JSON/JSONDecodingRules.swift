/// The settings of a `JSONDecoder`, as our own reader applies them.
package final class JSONDecodingRules: Sendable {
    enum DateRule: Sendable {
        case referenceSeconds, seconds, milliseconds, iso8601
        case custom(@Sendable (any Decoder) throws -> Date)

        // Apple's platforms have a strategy more, whose formatter belongs to Foundation.
        init?(_ strategy: JSONDecoder.DateDecodingStrategy) {
            if case .deferredToDate = strategy { self = .referenceSeconds; return }
            if case .secondsSince1970 = strategy { self = .seconds; return }
            if case .millisecondsSince1970 = strategy { self = .milliseconds; return }
            if case .iso8601 = strategy { self = .iso8601; return }
            guard case .custom(let read) = strategy else { return nil }
            self = .custom(read)
        }
    }
    enum DataRule: Sendable {
        case numbers, base64
        case custom(@Sendable (any Decoder) throws -> Data)

        init?(_ strategy: JSONDecoder.DataDecodingStrategy) {
            if case .deferredToData = strategy { self = .numbers; return }
            if case .base64 = strategy { self = .base64; return }
            guard case .custom(let read) = strategy else { return nil }
            self = .custom(read)
        }
    }
    /// The texts of numbers that JSON has no text for.
    struct NonConformingFloats: Sendable {
        let infinity: String, negativeInfinity: String, notANumber: String
    }

    package static let standard = JSONDecodingRules()

    let dates: DateRule
    let bytes: DataRule
    let nonConformingFloats: NonConformingFloats?
    let convertsSnakeCase: Bool
    nonisolated(unsafe) let userInfo: [CodingUserInfoKey: Any]

    private init() {
        dates = .referenceSeconds
        bytes = .base64
        nonConformingFloats = nil
        convertsSnakeCase = false
        userInfo = [:]
    }

    /// nil for settings that only `JSONDecoder` itself knows.
    package init?(_ decoder: JSONDecoder) {
        guard type(of: decoder) == JSONDecoder.self, !decoder.allowsJSON5, !decoder.assumesTopLevelDictionary,
            let dates = DateRule(decoder.dateDecodingStrategy), let bytes = DataRule(decoder.dataDecodingStrategy)
        else { return nil }
        switch decoder.keyDecodingStrategy {
        case .useDefaultKeys: convertsSnakeCase = false
        case .convertFromSnakeCase: convertsSnakeCase = true
        default: return nil
        }
        self.dates = dates
        self.bytes = bytes
        nonConformingFloats =
            if case .convertFromString(let infinity, let negativeInfinity, let notANumber) = decoder.nonConformingFloatDecodingStrategy {
                NonConformingFloats(infinity: infinity, negativeInfinity: negativeInfinity, notANumber: notANumber)
            } else {
                nil
            }
        userInfo = decoder.userInfo
    }

    /// The key of a type for a key of the text.
    func key(_ name: String) -> String { convertsSnakeCase ? Self.camelCase(name) : name }

    /// `first_name` as `firstName`; underscores before and after it stay.
    static func camelCase(_ name: String) -> String {
        guard let start = name.firstIndex(where: { $0 != "_" }), let end = name.lastIndex(where: { $0 != "_" }) else { return name }
        let words = name[start...end].split(separator: "_")
        guard let first = words.first, words.count > 1 else { return name }
        let joined = first.lowercased() + words.dropFirst().map(\.capitalized).joined()
        return name[..<start] + joined + name[name.index(after: end)...]
    }
}
