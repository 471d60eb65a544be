internal import EndpointHTTP

/// The names of an operation's parameters before they are made unique.
enum ParameterNames {
    /// `id` instead of `petId` at the end of `/pets/{petId}`, if it is unambiguous.
    static func all(_ operation: Operation) -> [String] {
        let names = operation.parameters.map(\.name)
        // If the path has several values, each keeps its own name.
        guard PathTemplate(operation.path).names.count == 1, let id = idOfLast(operation.path),
            !names.contains(where: { Words.member($0) == "id" })
        else { return names }
        return operation.parameters.map { $0.location == .path && $0.name == id ? "id" : $0.name }
    }

    private static func idOfLast(_ path: String) -> String? {
        let segments = path.split(separator: "/").map { String($0) }
        guard segments.count > 1, let last = segments.last, last.hasPrefix("{"), last.hasSuffix("}") else { return nil }
        let name = String(last.unicodeScalars.dropFirst().dropLast())
        let resource = Words.of(Words.singular(segments[segments.count - 2])) + ["id"]
        return Words.of(name).map { $0.lowercased() } == resource.map { $0.lowercased() } ? name : nil
    }
}
