internal import EndpointHTTP

/// The credentials that operations need, in the framework's terms. One scheme is the configuration's authentication, and the others have
/// names.
struct Credentials: Hashable, Sendable {
    struct Use: Hashable, Sendable {
        /// nil for the configuration's authentication.
        let name: String?
        let isOptional: Bool
    }
    /// The scheme that most operations accept.
    let standard: String?
    /// The other schemes in use, sorted.
    let named: [String]
    private let uses: [Pointer: [Use]]

    init(_ operations: [Operation]) {
        var counts: [String: Int] = [:]
        var order: [String] = []
        for operation in operations {
            for scheme in Set(operation.security.flatMap { $0 }).sorted() {
                if counts[scheme] == nil { order.append(scheme) }
                counts[scheme, default: 0] += 1
            }
        }
        let most = counts.values.max()
        let standard = order.first { counts[$0] == most }
        self.standard = standard
        let uses = Dictionary(operations.map { ($0.place, Self.uses($0.security, standard)) }) { first, _ in first }
        self.uses = uses
        named = Set(uses.values.flatMap { $0 }.compactMap(\.name)).sorted()
    }

    subscript(operation: Operation) -> [Use] { uses[operation.place] ?? [] }

    /// Chooses the alternative that needs only the configuration's authentication, or otherwise the first one.
    private static func uses(_ security: [[String]], _ standard: String?) -> [Use] {
        let isOptional = security.contains([])
        let alternatives = security.filter { !$0.isEmpty }
        let schemes = alternatives.first { $0 == [standard] } ?? alternatives.first ?? []
        // The configuration's authentication signs first.
        return (schemes.filter { $0 == standard } + schemes.filter { $0 != standard }).map { scheme in
            Use(name: scheme == standard ? nil : scheme, isOptional: isOptional)
        }
    }
}
