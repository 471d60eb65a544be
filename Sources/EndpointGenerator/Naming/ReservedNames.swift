/// Names that generated code can't use, or must write in backticks.
enum ReservedNames {
    /// Names from Swift and the framework that generated code uses, or that could confuse its readers, in lower case.
    static let types: Set<String> = Set(
        """
        Any AnyObject APIClient APIError Array AuthenticatedEndpoint BadStatusDecision Bool Boxed Call CaseIterable Codable
        CodingKey CodingKeys CountedResponse CredentialUse CursorResponse Data Date Day Decodable Decoder Dictionary Double
        ElementSequence Encodable Encoder Endpoint EndpointKit Error ErrorTypes EventValues Float FormBody Foundation Hashable
        Hasher HTTPBody HTTPBodyEntity HTTPHeaders HTTPResponseStream Int JSON JSONConvention JSONLines LinkedResponse MultipartBody Never Nullable
        OffsetResponse OpenEnum OpenIntegerEnum Optional PageCursor PagedRequest PageLimits PageLink PageNumber PageOffset
        PaginatedResponse Path Protocol Query QueryList QueryValue RawRepresentable Request Response ResponseDecision Result Route
        RoutedEndpoint Self Sendable ServerSentEvents Set String Swift TaggedUnion Task TextBody Type URL UUID Values Variant Void
        """.split { $0.isWhitespace }.map { $0.lowercased() })

    /// Members of endpoints and of the client, which cases and operations must not replace.
    static let operations: Set<String> = Set(
        """
        activeCalls adapters allCases baseURL body bytes cache call cancelAll cancelCalls configuration core credentials customMirror data
        decisions download elements events hash headers init isAuthenticated isIdempotent json jsonLines lines method pages paginator path
        query request resolvedRoute route self server shutDown standardDecisions stream streaming string subject timeout waitingCallCount
        """.split { $0.isWhitespace }.map { String($0) })

    /// Names that an operation's parameter can't have, because the operation's body uses them.
    static let parameters: Set<String> = [
        "call", "data", "elements", "events", "init", "jsonLines", "limits", "modify", "pageLimits", "self", "string",
    ]

    /// Names that a union's variant can't have.
    static let variants: Set<String> = ["encode", "hash", "hashValue", "init", "none", "self", "some", "tagKey", "variants"]

    /// Names that a word can't have. The last two are the cases of `Optional`.
    static let words: Set<String> = members.union(["none", "some"])

    /// Names that a property can't have.
    static let members: Set<String> = ["hashValue", "init", "rawValue", "self"]

    /// Names that a form's property can't have.
    static let formMembers = members.union(["form", "parts"])

    static let keywords: Set<String> = Set(
        """
        as associatedtype await break case catch class consume continue copy default defer deinit discard do each else enum extension fallthrough false fileprivate for func
        guard if import in inout internal is let nil operator precedencegroup private protocol public repeat rethrows return static struct
        subscript super switch throw throws true try typealias unsafe var where while
        """.split { $0.isWhitespace }.map { String($0) })

    /// The name as written in declarations and expressions.
    static func escaped(_ name: String) -> String { keywords.contains(name) ? "`\(name)`" : name }
}
