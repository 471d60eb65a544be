internal import EndpointHTTP

/// Derives names from paths, for operations without an id.
struct PathNames {
    /// The prefix that all paths share. It isn't part of any name.
    private let prefix: [String]

    init(_ paths: [String]) {
        let all = paths.map { Self.segments($0) }
        var prefix = all.first.map { Array($0.dropLast()) } ?? []
        for segments in all {
            let same = zip(prefix, segments.dropLast()).prefix { $0 == $1 && !$0.hasPrefix("{") }
            prefix = Array(prefix.prefix(same.count))
        }
        self.prefix = all.count > 1 ? prefix : []
    }

    private static func segments(_ path: String) -> [String] { path.split(separator: "/").map { String($0) } }

    /// The candidate names from best to longest: `petPhoto`, `getPetPhoto` and `getPetsByPetIDPhoto` for `GET /pets/{petID}/photo`.
    func candidates(method: String, path: String) -> [String] {
        let all = Self.segments(path)
        var segments = all.starts(with: prefix) ? Array(all.dropFirst(prefix.count)) : all
        while segments.count > 1, let first = segments.first, Self.isVersion(first) { segments.removeFirst() }
        var words: [String] = []
        for (index, segment) in segments.enumerated() where !segment.hasPrefix("{") {
            let isOne = index + 1 < segments.count && segments[index + 1].hasPrefix("{")
            words.append(isOne ? Words.singular(segment) : segment)
        }
        let noun = words.joined(separator: " ")
        let long = [method] + all.map { $0.hasPrefix("{") ? "by " + $0 : $0 }
        let short = noun.isEmpty ? [] : method == "get" ? [noun, "get " + noun] : [method + " " + noun]
        return short + [long.joined(separator: " ")]
    }

    /// Segments such as `api`, `v1` and `2010-04-01`.
    private static func isVersion(_ segment: String) -> Bool {
        let text = segment.lowercased()
        return text == "api" || text == "rest" || text.wholeMatch(of: /v?[0-9]+([.\-][0-9a-z]+)*/) != nil
    }
}
