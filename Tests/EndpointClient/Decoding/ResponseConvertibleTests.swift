import EndpointKit
import TestSupport
import Testing

/// The paths in errors for corrupted data. `JSONDecoderConformanceTests` doesn't compare them, because JSONDecoder's errors usually have
/// none.
@Suite struct ResponseConvertibleTests {
    private enum Color: String, Decodable { case red }

    private struct Case: Sendable {
        let text: String
        let type: any (Decodable & SendableMetatype).Type
        init(_ text: String, _ type: any (Decodable & SendableMetatype).Type) { (self.text, self.type) = (text, type) }
    }

    private static let cases = [
        Case("300", Int8.self), Case("-1", UInt8.self), Case("1.5", Int.self), Case("9223372036854775808", Int64.self),
        Case("1e400", UInt64.self), Case("18446744073709551616", UInt.self), Case("1e40", Int128.self), Case("-1", UInt128.self),
        Case("1e400", Double.self), Case("1e-400", Double.self), Case("1e39", Float.self), Case("1e400", Decimal.self),
        Case("1e400", JSON.self), Case(#""soon""#, Date.self), Case(#""A""#, Data.self), Case(#""""#, URL.self), Case(#""1""#, UUID.self),
        Case(#""blue""#, Color.self), Case(#""\ud800""#, String.self), Case(#"[1, {"b": "\udc00"}]"#, JSON.self),
    ]

    /// A document that contains the value, and the value's path.
    private static func places<Value: Decodable>(_ type: Value.Type, _ text: String) -> [(String, any Decodable.Type, [String])] {
        [
            ("[[], [\(text)]]", [[Value]].self, ["Index 1", "Index 0"]), (#"{"b": 1, "a": \#(text)}"#, OneMember<Value>.self, ["a"]),
            (#"{"a": \#(text)}"#, OneMember<Value?>.self, ["a"]), (#"[{"k": \#(text)}]"#, [[String: Value]].self, ["Index 0", "k"]),
            (
                #"{"a": [{"a": null}, {"b": [0], "a": {"a": \#(text)}}]}"#, OneMember<[OneMember<OneMember<Value>?>]>.self,
                ["a", "Index 1", "a", "a"]
            ),
        ]
    }

    @Test(arguments: cases.indices) func `ResponseConvertible: the error about a value that can't be created names its path`(
        index: Int
    ) throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        for isInSnakeCase in [false, true] {
            decoder.keyDecodingStrategy = isInSnakeCase ? .convertFromSnakeCase : .useDefaultKeys
            let item = Self.cases[index]
            for (document, type, path) in Self.places(item.type, item.text) {
                do {
                    _ = try ResponseDecoder(decoder).decode(type, from: HTTPResponse(body: Data(document.utf8)))
                    Issue.record("\(type) was decoded from \(document)")
                } catch let error as APIError {
                    guard case DecodingError.dataCorrupted(let context)? = error.underlying else { throw error }
                    // An error about a `JSON` value has no path inside that value.
                    #expect(context.codingPath.map(\.stringValue) == path, "\(type) of \(document)")
                    #expect(context.codingPath.map(\.intValue) == path.map { $0.hasPrefix("Index ") ? Int($0.dropFirst(6)) : nil })
                }
            }
        }
    }
}
