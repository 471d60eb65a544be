internal import EndpointHTTP

/// Writes the client, to which the files for the tags add their operations.
struct ClientWriter {
    let service: Service

    var file: String {
        var lines = Lines()
        lines.add(service.header)
        lines.add("public import EndpointKit")
        lines.add()
        let title = [service.title ?? service.names.service, service.version.map { "version \($0)" }].compactMap(\.self)
        lines.add(DocComment.lines("The client for " + title.joined(separator: ", "), indent: 0))
        let credentials = credentials
        if !credentials.isEmpty {
            lines.add("///")
            for line in credentials {
                lines.add(DocComment.lines(line, indent: 0).map { $0.replacing("/// ", with: "/// - ", maxReplacements: 1) })
            }
        }
        lines.add("public final class \(service.names.client): APIClient, @unchecked Sendable {\(members.isEmpty ? "}" : "")")
        if !members.isEmpty {
            lines.add(members, indent: 1)
            lines.add("}")
        }
        return lines.text
    }

    private var members: [String] {
        var members: [String] = []
        if let server = service.server {
            members += ["/// The service's address.", "public static var server: URL? { URL(string: \(Lines.literal(server))) }"]
        }
        for (address, name) in service.names.servers.sorted(by: { $0.value < $1.value }) {
            members += [
                "/// The address of some operations. Credentials are sent there if `otherOrigins` of the policies has it.",
                "public static var \(name): URL? { URL(string: \(Lines.literal(address))) }",
            ]
        }
        if !service.convention.isEmpty {
            members += [
                "/// How JSON is written and read.",
                "public static let json = JSONConvention(\(service.convention.joined(separator: ", ")))",
            ]
        }
        return members
    }

    private var credentials: [String] {
        var lines: [String] = []
        if let standard = service.credentials.standard {
            lines.append("The configuration's authentication: \(service.schemes[standard] ?? standard)")
        }
        return lines + service.credentials.named.map { "Its credentials \"\($0)\": \(service.schemes[$0] ?? $0)" }
    }
}
