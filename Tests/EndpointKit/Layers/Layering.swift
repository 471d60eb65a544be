/// Finds which folder of a source tree uses which, by the names declared in each.
///
/// A name that several folders declare belongs to none of them, so a use may be missed, but no use is invented.
struct Layering {
    struct Use: Hashable, Comparable, CustomStringConvertible {
        let user: String
        let used: String
        let name: String

        var description: String { "\(user) uses \(name) of \(used)" }
        static func < (left: Use, right: Use) -> Bool { left.description < right.description }
    }
    let folders: Set<String>
    let uses: Set<Use>

    /// - Parameter sources: the contents of each folder's files.
    init(_ sources: [String: [String]]) {
        folders = Set(sources.keys)
        let codes = sources.mapValues { $0.map(SwiftCode.init) }
        var types: [Substring: Set<String>] = [:]
        var members: [Substring: Set<String>] = [:]
        var declared: [Substring: Set<String>] = [:]
        for (folder, files) in codes {
            for file in files {
                for name in file.types { types[name, default: []].insert(folder) }
                for name in file.members { members[name, default: []].insert(folder) }
                for name in file.declared { declared[name, default: []].insert(folder) }
            }
        }
        var uses: Set<Use> = []
        for (folder, files) in codes {
            for file in files {
                let used =
                    file.names.filter { types[$0]?.count == 1 && declared[$0]?.count == 1 }.compactMap { name in
                        types[name]?.first.map { ($0, name) }
                    }
                    + file.selected.filter { members[$0]?.count == 1 && declared[$0]?.count == 1 }.compactMap { name in
                        members[name]?.first.map { ($0, name) }
                    }
                for (home, name) in used where home != folder { uses.insert(Use(user: folder, used: home, name: String(name))) }
            }
        }
        self.uses = uses
    }
}
