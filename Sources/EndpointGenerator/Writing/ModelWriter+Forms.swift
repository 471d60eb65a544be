/// A form with files: its members are the parts.
extension ModelWriter {
    /// The type of a member with the bytes of a file; nil for another member.
    func formType(_ shape: Shape) -> String? {
        switch shape {
        case .scalar(.bytes): "any HTTPBody"
        case .list(.scalar(.bytes)): "[any HTTPBody]"
        default: nil
        }
    }

    func writeForm(_ members: [Member], to lines: inout Lines, indent: Int) {
        let files = members.filter { $0.property.shape.unwrapped == .scalar(.bytes) }
        // A single file needs no prefix.
        let taken = Set(members.map(\.name))
        let names = files.map { file in
            files.count == 1 && !taken.contains("filename") ? "filename" : Words.member("\(file.name) filename")
        }
        let filenames = Dictionary(zip(files.map(\.name), names)) { first, _ in first }
        var parameters: [String] = []
        var properties: [String] = []
        for member in members {
            parameters.append("\(member.escaped): \(member.type)\(member.standard.map { " = \($0)" } ?? "")")
            properties.append(member.name)
            if let filename = filenames[member.name] {
                lines.add("public var \(filename): String", indent: indent)
                parameters.append("\(filename): String = \(Lines.literal(member.property.name))")
                properties.append(filename)
            }
        }
        lines.add()
        write(initializer: parameters, of: properties, to: &lines, indent: indent)
        lines.add()
        lines.add("/// The form as it is sent.", indent: indent)
        lines.add("public var form: MultipartBody {", indent: indent)
        lines.add("var parts: [MultipartBody.Part] = []", indent: indent + 1)
        for member in members {
            for line in part(of: member, filename: filenames[member.name]) { lines.add(line, indent: indent + 1) }
        }
        lines.add("return MultipartBody(parts)", indent: indent + 1)
        lines.add("}", indent: indent)
    }

    private func part(of member: Member, filename: String?) -> [String] {
        let key = Lines.literal(member.property.name)
        let name = member.escaped
        if case .list(let element) = member.property.shape.unwrapped, isText(element) || element == .scalar(.bytes) {
            let part = element == .scalar(.bytes) ? ".body(\(key), $0, filename: \(key))" : ".text(\(key), $0)"
            return ["parts += \(member.isOptional ? "(\(name) ?? [])" : name).map { \(part) }"]
        }
        let part =
            switch member.property.shape.unwrapped {
            case .scalar(.bytes): ".body(\(key), \(name), filename: \(filename ?? key))"
            case .scalar(.base64): ".text(\(key), \(name).base64EncodedString())"
            case let shape where isText(shape): ".text(\(key), \(name))"
            default: ".body(\(key), .json(\(name)))"
            }
        return [member.isOptional ? "if let \(name) { parts.append(\(part)) }" : "parts.append(\(part))"]
    }

    private func isText(_ shape: Shape) -> Bool {
        switch shape {
        case .scalar(let scalar): scalar != .bytes && scalar != .base64
        case .model(let place): service.models[place]?.isPlain ?? false
        case .any, .list, .map, .optional: false
        }
    }
}
