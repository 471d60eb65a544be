public import EndpointKit

/// How one request differs from another. Each difference is a clause about the first request, such as `has limit=10, not limit=20`.
struct Differences {
    private(set) var clauses: [String] = []
    /// 0 for equal requests. A larger distance means more differences.
    private(set) var distance = 0

    /// - Parameters:
    ///   - known: the recorded or stubbed request.
    ///   - asked: the request that was sent.
    init(of known: RequestShape, from asked: RequestShape) {
        if known.method != asked.method { add(3, "is a \(known.method), not a \(asked.method)") }
        if let origin = known.origin, let other = asked.origin, origin != other { add(2, "went to \(origin), not to \(other)") }
        if !Self.isPath(known, asked.path) {
            add(3 + Self.differentSegments(known.path, asked.path), "has the path \(known.shownPath), not \(asked.shownPath)")
        }
        compare(known.items, asked.items, allowsMore: known.allowsMore)
        compare(known.headers, asked.headers, allowsMore: known.allowsMore)
        if let body = known.body, let other = asked.body, body != other { add(1, Self.clause(body, other)) }
    }

    private mutating func add(_ distance: Int, _ clause: String) {
        self.distance += distance
        clauses.append(clause)
    }

    private static func differentSegments(_ one: String, _ other: String) -> Int {
        let (one, other) = (one.split(separator: "/"), other.split(separator: "/"))
        return zip(one, other).count { !$0.utf8.elementsEqual($1.utf8) } + abs(one.count - other.count)
    }

    /// Whether a path matches the known path, in which `*` stands for any segment.
    private static func isPath(_ known: RequestShape, _ path: String) -> Bool {
        if ExactText(known.path) == ExactText(path) { return true }
        guard known.allowsMore, known.path.contains("*") else { return false }
        let (own, other) = (
            known.path.split(separator: "/", omittingEmptySubsequences: false), path.split(separator: "/", omittingEmptySubsequences: false)
        )
        return own.count == other.count && zip(own, other).allSatisfy { $0.utf8.elementsEqual($1.utf8) || $0 == "*" && !$1.isEmpty }
    }

    // MARK: Items and fields

    private mutating func compare(_ known: [Query.Item], _ asked: [Query.Item], allowsMore: Bool) {
        compare(known, asked, allowsMore: allowsMore) { Redaction.standard.redact($0) }
    }

    private mutating func compare(_ known: [HTTPHeaders.Field], _ asked: [HTTPHeaders.Field], allowsMore: Bool) {
        func items(_ fields: [HTTPHeaders.Field]) -> [Query.Item] { fields.map { Query.Item(name: $0.name, value: $0.value) } }
        compare(items(known), items(asked), allowsMore: allowsMore) {
            Redaction.standard.redact(HTTPHeaders.Field(name: $0.name, value: $0.value ?? ""))
        }
    }

    private mutating func compare(
        _ known: [Query.Item], _ asked: [Query.Item], allowsMore: Bool, redacted: (Query.Item) -> String
    ) {
        func grouped(_ items: [Query.Item]) -> [ExactText: [Query.Item]] {
            items.reduce(into: [:]) { $0[ExactText($1.name), default: []].append($1) }
        }
        func shown(_ items: [Query.Item]) -> String { items.map { redacted($0).visibleLine(limit: 80) }.joined(separator: "&") }
        let (all, others) = (grouped(known), grouped(asked))
        for name in Set(all.keys).union(others.keys).sorted() {
            switch (all[name], others[name]) {
            case (let own?, let other?) where allowsMore ? !Self.isContained(own, in: other) : own != other:
                add(1, "has \(shown(own)), not \(shown(other))")
            case (let own?, nil): add(1, "has \(shown(own))")
            case (nil, let other?) where !allowsMore: add(1, "lacks \(shown(other))")
            default: break
            }
        }
    }

    /// Whether `all` contains each value at least as often as `values` does. It may contain other values, too.
    private static func isContained(_ values: [Query.Item], in all: [Query.Item]) -> Bool {
        var rest = all
        return values.allSatisfy { value in
            guard let place = rest.firstIndex(of: value) else { return false }
            rest.remove(at: place)
            return true
        }
    }

    // MARK: Bodies

    private static func clause(_ known: RequestShapeBody, _ asked: RequestShapeBody) -> String {
        switch (known, asked) {
        case (.empty, _): return "has no body"
        case (_, .empty): return "has a body"
        case (.json(let known), .json(let asked)): return clause(known, asked, at: "body") ?? "has another body"
        case (.form(let known), .form(let asked)):
            var form = Differences()
            form.compare(known, asked, allowsMore: false)
            return form.clauses.map { "\($0) in its body" }.joined(separator: " and ")
        case (.bytes(let known), .bytes(let asked)): return clause(known, asked)
        default: return "has a body of another kind"
        }
    }

    private init() {}

    private static func clause(_ known: Data, _ asked: Data) -> String {
        let place = zip(known, asked).enumerated().first { $1.0 != $1.1 }?.offset ?? min(known.count, asked.count)
        return "has a body of \(known.count) bytes, not \(asked.count), that differs from byte \(place) on"
    }

    /// The first location at which two values differ, with both values; nil if they are equal.
    private static func clause(_ known: ExactJSON, _ asked: ExactJSON, at place: String) -> String? {
        if known == asked { return nil }
        switch (known, asked) {
        case (.object(let members), .object(let others)):
            for (member, other) in zip(members, others) {
                if member.key < other.key { return "has \(place).\(shown(member.key))" }
                if other.key < member.key { return "lacks \(place).\(shown(other.key))" }
                if let clause = clause(member.value, other.value, at: "\(place).\(shown(member.key))") { return clause }
            }
            return members.count > others.count
                ? "has \(place).\(shown(members[others.count].key))" : "lacks \(place).\(shown(others[members.count].key))"
        case (.array(let elements), .array(let others)):
            for (index, (element, other)) in zip(elements, others).enumerated() {
                if let clause = clause(element, other, at: "\(place)[\(index)]") { return clause }
            }
            return "has \(elements.count) elements in \(place), not \(others.count)"
        default:
            return "has \(shown(known)) in \(place), not \(shown(asked))"
        }
    }

    private static func shown(_ value: ExactJSON) -> String {
        switch value {
        case .object: "an object"
        case .array: "an array"
        case .string(let text): text.text.isPlainValue ? "\(value)" : text.text.shownLength
        case .word(let text): Redaction.standard.redact(value: text)
        }
    }

    private static func shown(_ key: ExactText) -> String { Redaction.standard.redact(value: key.text) }
}

/// Describes the known requests that are most similar to a request for which there is no response.
package struct NearMisses {
    /// A known request: its name in a message, such as "entry 3", its shape, and the reason why it doesn't answer an equal request.
    package typealias Candidate = (name: String, shape: RequestShape, reason: String?)

    private static let limit = 3

    /// Text such as `The closest: entry 1, GET /a?n=1, has n=1, not n=2.`; empty without candidates.
    package static func text(for asked: RequestShape, among candidates: some Sequence<Candidate>) -> String {
        var nearest: [(differences: Differences, candidate: Candidate)] = []
        for candidate in candidates {
            let differences = Differences(of: candidate.shape, from: asked)
            let place = nearest.firstIndex { $0.differences.distance > differences.distance } ?? nearest.count
            guard place < limit else { continue }
            nearest.insert((differences, candidate), at: place)
            if nearest.count > limit { nearest.removeLast() }
        }
        if nearest.isEmpty { return "" }
        let clauses = nearest.map { differences, candidate in
            let reasons = differences.clauses.isEmpty ? [candidate.reason ?? "is the same"] : differences.clauses
            return "\(candidate.name), \(candidate.shape), \(reasons.joined(separator: " and "))"
        }
        return "The closest: \(clauses.joined(separator: "; "))."
    }
}

extension APIError.Code {
    /// A cassette or a stub has no response for the request. The message names the closest known requests, and how each differs.
    public static let unanswered = APIError.Code(rawValue: "unanswered")
}
