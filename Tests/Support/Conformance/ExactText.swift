import EndpointKit

/// A value with all its properties as ASCII text. Two values have different texts if they differ in any bit of a number or byte of a
/// string.
public func exactText(of value: Any) -> String {
    if let value = value as? any ExactlyTold { return value.exactText }
    let mirror = Mirror(reflecting: value)
    if mirror.children.isEmpty, mirror.superclassMirror == nil { return "\(value)" }
    var children: [String] = []
    var level: Mirror? = mirror
    while let current = level {
        children += current.children.map { child in (child.label.map { "\($0): " } ?? "") + exactText(of: child.value) }
        level = current.superclassMirror
    }
    return "\(type(of: value))(\(children.joined(separator: ", ")))"
}

/// The text in quotes, with everything but ASCII escaped.
public func exactText(ofText text: String) -> String {
    "\"" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
}

private protocol ExactlyTold {
    var exactText: String { get }
}

extension String: ExactlyTold {
    fileprivate var exactText: String { TestSupport.exactText(ofText: self) }
}
extension Double: ExactlyTold {
    fileprivate var exactText: String { "\(self) (\(String(bitPattern, radix: 16)))" }
}
extension Float: ExactlyTold {
    fileprivate var exactText: String { "\(self) (\(String(bitPattern, radix: 16)))" }
}
extension Decimal: ExactlyTold {
    fileprivate var exactText: String { isNaN ? "NaN" : "\(self) (\(significand) \(exponent))" }
}
extension Date: ExactlyTold {
    fileprivate var exactText: String { "Date(\(timeIntervalSinceReferenceDate.exactText))" }
}
extension Data: ExactlyTold {
    fileprivate var exactText: String { "Data(\(base64EncodedString()))" }
}
extension URL: ExactlyTold {
    fileprivate var exactText: String { "URL(\(relativeString.exactText), base: \(baseURL.exactText))" }
}
// An optional would be cast to the value that it wraps.
extension Optional: ExactlyTold {
    fileprivate var exactText: String { map { "Optional(\(TestSupport.exactText(of: $0)))" } ?? "nil" }
}
extension Array: ExactlyTold {
    fileprivate var exactText: String { "[" + map { TestSupport.exactText(of: $0) }.joined(separator: ", ") + "]" }
}
extension Set: ExactlyTold {
    fileprivate var exactText: String { "Set[" + map { TestSupport.exactText(of: $0) }.sorted().joined(separator: ", ") + "]" }
}
extension Dictionary: ExactlyTold {
    fileprivate var exactText: String {
        let members = map { "\(TestSupport.exactText(of: $0)): \(TestSupport.exactText(of: $1))" }
        return "[" + members.sorted().joined(separator: ", ") + "]"
    }
}
