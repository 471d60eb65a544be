/// The `Link` fields of a response (RFC 8288): where else to go from here.
///
///     LinkHeader(reply.headers)["next"]?.target
///
/// What can't be read is passed over, and the links after it count.
public struct LinkHeader: Hashable, Sendable {
    /// In the order in which they were sent; without those that are about another resource than the response.
    public var links: [Link]

    /// All fields together.
    public init(_ headers: HTTPHeaders) {
        links = headers.values(for: "Link").flatMap { LinkHeader($0).links }
    }

    /// The value of one field.
    public init(_ text: String) {
        var parser = LinkHeaderParser(text)
        links = parser.links().filter { $0["anchor"]?.isEmpty ?? true }
    }

    /// The first link of that relation, whatever its case.
    public subscript(relation: String) -> Link? { links.first { $0.relations.contains(relation.lowercased()) } }
}

extension LinkHeader {
    public struct Link: Hashable, Sendable {
        /// As it was sent: most often a whole URL, else relative to the response's.
        public var target: String
        /// Without the quotes, in the order in which they were sent. An extended one, such as `title*`, is decoded.
        public var parameters: [Parameter]

        /// One parameter of a link, its name in lower case; without a `=`, its value is empty.
        public struct Parameter: Hashable, Sendable {
            public var name: String
            public var value: String
        }

        /// What `rel` says, in lower case: `next`, or several at once.
        public var relations: [String] {
            // Only the first counts (section 3.3).
            parameters.first { $0.name == "rel" }?.value.lowercased().split { " \t\r\n".contains($0) }.map(String.init) ?? []
        }

        /// The first of that name; its extended form (section 3.4.1), if there is one that can be read.
        public subscript(name: String) -> String? {
            let name = name.lowercased()
            return (parameters.first { $0.name == name + "*" } ?? parameters.first { $0.name == name })?.value
        }
    }
}
