internal import EndpointHTTP

/// Names in one scope. If a name is taken, a number is added to it, unless one of its alternatives is free.
struct UniqueNames {
    private var taken: Set<String>
    /// The next number for each name that is taken.
    private var numbers: [String: Int] = [:]
    private let ignoresCase: Bool

    /// - Parameters:
    ///   - taken: names that are already in use, in lower case if case is ignored.
    ///   - ignoresCase: whether names that differ only in case are the same, as file names are on some systems.
    init(taken: Set<String> = [], ignoresCase: Bool = false) {
        self.taken = taken
        self.ignoresCase = ignoresCase
    }

    /// The first candidate that is free and isn't empty, or otherwise the first one with a number.
    mutating func name(_ candidates: String...) -> String {
        let candidates = candidates.filter { !$0.isEmpty }.map { Self.shortened($0) }
        if let free = candidates.first(where: { insert($0) }) { return free }
        let first = candidates.first ?? "unnamed"
        var number = numbers[first] ?? (candidates.isEmpty ? 1 : 2)
        while !insert("\(first)\(number)") { number += 1 }
        numbers[first] = number + 1
        return "\(first)\(number)"
    }

    /// Limits a name to 120 bytes, because a file may be named after it.
    private static func shortened(_ name: String) -> String {
        var length = 0
        return String(
            name.prefix { character in
                length += character.utf8.count
                return length <= 120
            })
    }

    private mutating func insert(_ name: String) -> Bool { taken.insert(ignoresCase ? name.lowercased() : name).inserted }

    /// Reserves a name that a person has chosen. Returns false if it is already taken.
    mutating func take(_ name: String) -> Bool { insert(name) }

    /// Names for the members of one value, in order.
    static func members(
        _ names: [String], named: (String) -> String, avoiding reserved: Set<String>, suffix: String, chosen: [String: String] = [:]
    ) -> [String] {
        var unique = UniqueNames(taken: Set(names.compactMap { chosen[$0] }))
        return names.map { name in
            if let name = chosen[name] { return name }
            let member = named(name)
            return reserved.contains(member) ? unique.name(member + suffix) : unique.name(member)
        }
    }
}
