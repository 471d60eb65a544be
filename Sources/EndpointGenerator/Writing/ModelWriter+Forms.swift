/// Writes a form with files, whose members are its parts.
extension ModelWriter {
    /// The type of a member that contains a file's bytes; nil for any other member.
    func formType(_ shape: Shape) -> String? {
        switch shape {
        case .scalar(.bytes): "any HTTPBody"
        case .list(.scalar(.bytes)): "[any HTTPBody]"
        default: nil
        }
    }

    /// The properties for file names, by the properties for the files. If there is only one file, no prefix is needed.
    func filenames(of members: [Member]) -> [String: String] {
        let files = members.filter { $0.property.shape.unwrapped == .scalar(.bytes) }
        var unique = UniqueNames(taken: Set(members.map(\.name)))
        let names = files.map { unique.name(files.count == 1 ? "filename" : "", Words.member("\($0.name) filename")) }
        return Dictionary(zip(files.map(\.name), names)) { first, _ in first }
    }

    func writeForm(_ members: [Member], _ filenames: [String: String], to lines: inout Lines, indent: Int) {
        // Parts that are always present come first in the list.
        let first = members.prefix { !$0.isOptional && !isList($0) }
        let rest = members.dropFirst(first.count)
        lines.add()
        lines.add("/// The form as it is sent.", indent: indent)
        lines.add("public var form: MultipartBody {", indent: indent)
        let parts = first.map { part(of: $0, filename: filenames[$0.name]) }
        let (head, tail) = rest.isEmpty ? ("MultipartBody([", "])") : ("var parts: [MultipartBody.Part] = [", "]")
        lines.add(Lines.list(head, parts, tail, indent: indent + 1), indent: indent + 1)
        for member in rest {
            let part = part(of: member, filename: filenames[member.name])
            if isList(member) {
                let list = member.isOptional ? "(\(member.escaped) ?? [])" : member.escaped
                lines.add("parts += \(list).map { \(part) }", indent: indent + 1)
            } else if member.isOptional {
                lines.add("if let \(member.escaped) { parts.append(\(part)) }", indent: indent + 1)
            } else {
                lines.add("parts.append(\(part))", indent: indent + 1)
            }
        }
        if !rest.isEmpty { lines.add("return MultipartBody(parts)", indent: indent + 1) }
        lines.add("}", indent: indent)
    }

    /// Whether each element is a separate part.
    private func isList(_ member: Member) -> Bool {
        guard case .list(let element) = member.property.shape.unwrapped else { return false }
        return isText(element) || element == .scalar(.bytes)
    }

    /// The part for a member, or for its element `$0`.
    private func part(of member: Member, filename: String?) -> String {
        let key = Lines.literal(member.property.name)
        let name = member.escaped
        switch member.property.shape.unwrapped {
        case .scalar(.bytes): return ".body(\(key), \(name), filename: \(filename ?? key))"
        case .scalar(.base64): return ".text(\(key), \(name).base64EncodedString())"
        case .list(.scalar(.bytes)): return ".body(\(key), $0, filename: \(key))"
        case .list(let element) where isText(element): return ".text(\(key), $0)"
        case let shape where isText(shape): return ".text(\(key), \(name))"
        default: return ".body(\(key), .json(\(name)))"
        }
    }

    private func isText(_ shape: Shape) -> Bool {
        switch shape {
        case .scalar(let scalar): scalar != .bytes && scalar != .base64
        case .model(let place): service.models[place]?.isPlain ?? false
        case .any, .list, .map, .optional: false
        }
    }
}
