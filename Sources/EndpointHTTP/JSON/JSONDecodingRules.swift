/// The settings of a `JSONDecoder`, as our own reader applies them.
package final class JSONDecodingRules: Sendable {
    enum DateRule: Sendable {
        case referenceSeconds, seconds, milliseconds
        /// The only form of ISO 8601 that Foundation reads.
        case iso8601
        /// Every form of ISO 8601 that services use.
        case text
        case custom(@Sendable (any Decoder) throws -> Date)

        // Apple's platforms have one more strategy, whose formatter belongs to Foundation.
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
        case numbers, base64, base64URL
        case custom(@Sendable (any Decoder) throws -> Data)

        init?(_ strategy: JSONDecoder.DataDecodingStrategy) {
            if case .deferredToData = strategy { self = .numbers; return }
            if case .base64 = strategy { self = .base64; return }
            guard case .custom(let read) = strategy else { return nil }
            self = .custom(read)
        }
    }
    /// The strings for numbers that JSON can't represent.
    struct NonConformingFloats: Sendable {
        let infinity: String, negativeInfinity: String, notANumber: String
    }

    package static let standard = JSONDecodingRules()

    let dates: DateRule
    let bytes: DataRule
    let nonConformingFloats: NonConformingFloats?
    let convertsSnakeCase: Bool
    /// Whether `imageURL` is also found under `image_url`, the key that an encoder writes for it.
    let findsWrittenKeys: Bool
    nonisolated(unsafe) let userInfo: [CodingUserInfoKey: Any]

    private convenience init() { self.init(dates: .foundation, keys: .unchanged, data: .base64, floats: .refused) }

    init(dates: JSONConvention.Dates, keys: JSONConvention.Keys, data: JSONConvention.Bytes, floats: JSONConvention.Floats) {
        self.dates =
            switch dates {
            case .foundation: .referenceSeconds
            case .secondsSince1970: .seconds
            case .millisecondsSince1970: .milliseconds
            case .custom(_, let decode): .custom(decode)
            case .iso8601: .text
            }
        bytes =
            switch data {
            case .base64: .base64
            case .numbers: .numbers
            case .base64URL: .base64URL
            }
        nonConformingFloats =
            if case .texts(let infinity, let negativeInfinity, let notANumber) = floats {
                NonConformingFloats(infinity: infinity, negativeInfinity: negativeInfinity, notANumber: notANumber)
            } else {
                nil
            }
        convertsSnakeCase = if case .snakeCase = keys { true } else { false }
        findsWrittenKeys = convertsSnakeCase
        userInfo = [:]
    }

    /// nil for settings that only `JSONDecoder` itself supports.
    package init?(_ decoder: JSONDecoder) {
        guard type(of: decoder) == JSONDecoder.self, !decoder.allowsJSON5, !decoder.assumesTopLevelDictionary,
            let dates = DateRule(decoder.dateDecodingStrategy), let bytes = DataRule(decoder.dataDecodingStrategy)
        else { return nil }
        switch decoder.keyDecodingStrategy {
        case .useDefaultKeys: convertsSnakeCase = false
        case .convertFromSnakeCase: convertsSnakeCase = true
        default: return nil
        }
        findsWrittenKeys = false
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

    /// The key in a type for a key in the JSON text.
    func key(_ name: String) -> String { convertsSnakeCase ? Self.camelCase(name) : name }

    /// `first_name` as `firstName`; leading and trailing underscores stay.
    package static func camelCase(_ name: String) -> String {
        guard let start = name.firstIndex(where: { $0 != "_" }), let end = name.lastIndex(where: { $0 != "_" }) else { return name }
        let words = name[start...end].split(separator: Character("_"))
        guard let first = words.first, words.count > 1 else { return name }
        let joined = first.lowercased() + words.dropFirst().map(\.capitalized).joined()
        return name[..<start] + joined + name[name.index(after: end)...]
    }

    /// `firstName` as `first_name`, and `myURLText` as `my_url_text`, as `JSONEncoder` writes it.
    package static func snakeCase(_ name: String) -> String {
        let scalars = Array(name.unicodeScalars)
        func next(_ categories: Set<Unicode.GeneralCategory>, from start: Int) -> Int? {
            scalars.indices.dropFirst(start).first { categories.contains(scalars[$0].properties.generalCategory) }
        }
        var starts: [Int] = []
        var search = 1
        while let capital = next([.uppercaseLetter, .titlecaseLetter], from: search) {
            starts.append(capital)
            guard let small = next([.lowercaseLetter], from: capital) else { break }
            // The last of several consecutive capitals also begins a word.
            if small > capital + 1 { starts.append(small - 1) }
            search = small + 1
        }
        let bounds = [0] + starts + [scalars.count]
        return zip(bounds, bounds.dropFirst()).map { String(String.UnicodeScalarView(scalars[$0..<$1])).lowercased() }.joined(
            separator: "_")
    }
}
