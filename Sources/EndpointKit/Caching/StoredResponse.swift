/// A response in the cache, with what is needed to know whether a request may have it.
struct StoredResponse: Sendable {
    /// Without the fields that may not be stored.
    private(set) var response: HTTPResponse
    let resource: KeyDigest
    /// Whose it is; nil for a request without credentials, and for a public one.
    let owner: KeyDigest?
    /// Whether the server has declared it public, so that it isn't only its owner's.
    let isShared: Bool
    /// The digests of the request's fields that `Vary` names, by their names in lower case (RFC 9111, section 4.1).
    let selection: [String: KeyDigest]
    /// Whether the transport may have left out its body, because the client follows it as a redirect.
    let lacksBody: Bool
    /// Seconds since 1970.
    let requestTime, responseTime: Double
    /// The rules in its fields.
    let rules: ResponseRules

    /// nil for a response that may not be stored.
    init?(
        _ response: HTTPResponse, to request: HTTPRequest, _ key: RequestKey, in context: TransferContext, requestTime: Double,
        responseTime: Double, heuristicFraction: Double, lacksBody: Bool = false
    ) {
        guard let names = Self.varyingNames(response.headers) else { return nil }
        self.response = response
        self.response.headers.removeFieldsThatArentStored()
        // A reference would keep what the transport measured.
        self.response.measured = nil
        resource = key.resource
        rules = ResponseRules(self.response, responseTime: responseTime, heuristicFraction: heuristicFraction)
        let credentials = names.filter { RequestKey.isCredential($0, of: request, in: context) }
        isShared = rules.isPublic && credentials.isEmpty
        owner = isShared ? key.publicUser : key.user
        // The owner's digest covers the credentials.
        selection = Dictionary(
            uniqueKeysWithValues: Set(names).subtracting(credentials).map { ($0, Self.digest(of: $0, in: request.headers)) })
        self.lacksBody = lacksBody || context.leavesBodyUnread(response.status, response.headers)
        self.requestTime = requestTime
        self.responseTime = responseTime
    }

    init(
        _ response: HTTPResponse, resource: KeyDigest, owner: KeyDigest?, isShared: Bool, selection: [String: KeyDigest], lacksBody: Bool,
        requestTime: Double, responseTime: Double, heuristicFraction: Double
    ) {
        self.response = response
        self.resource = resource
        self.owner = owner
        self.isShared = isShared
        self.selection = selection
        self.lacksBody = lacksBody
        self.requestTime = requestTime
        self.responseTime = responseTime
        rules = ResponseRules(response, responseTime: responseTime, heuristicFraction: heuristicFraction)
    }

    /// The most fields that a response may vary by; one that names more isn't stored.
    private static let varyLimit = 20

    /// The names in `Vary`; nil for `*`, which no other request matches.
    private static func varyingNames(_ headers: HTTPHeaders) -> [String]? {
        let names = headers.values(for: "Vary").flatMap(\.listedNames).filter { !$0.isEmpty }
        return names.contains("*") || names.count > varyLimit ? nil : names
    }

    /// Stands for a field that a request doesn't have.
    private static let absent = KeyDigest(of: "")

    private static func digest(of name: String, in headers: HTTPHeaders) -> KeyDigest {
        let values = headers.values(for: name)
        if values.isEmpty { return absent }
        var input = DigestInput()
        // White space around values, and how they are split between lines, mean nothing.
        input.append("1", values.map(\.trimmingSpace).joined(separator: ", "))
        return input.digest
    }

    /// Whether it was stored for such a request: the same user, and the same fields that `Vary` names.
    func matches(_ request: HTTPRequest, _ key: RequestKey, in context: TransferContext) -> Bool {
        guard owner == (isShared ? key.publicUser : key.user), !lacksBody || context.leavesBodyUnread(response.status, response.headers)
        else { return false }
        return selection.allSatisfy { Self.digest(of: $0.key, in: request.headers) == $0.value }
    }

    /// Whether both were stored for the same requests, so that one replaces the other.
    func hasSameKey(as other: StoredResponse) -> Bool {
        resource == other.resource && owner == other.owner && isShared == other.isShared && selection == other.selection
    }

    /// Tells it from the other responses of its resource.
    var variant: KeyDigest {
        var input = DigestInput()
        input.append(owner?.bytes ?? [])
        input.append("\(isShared)")
        for (name, digest) in selection.sorted(by: { $0.key < $1.key }) {
            input.append(name)
            input.append(digest.bytes)
        }
        return input.digest
    }

    /// The bytes that it takes, nearly.
    var byteCount: Int { response.headers.reduce(response.body.count + 512) { $0 + $1.name.utf8.count + $1.value.utf8.count + 40 } }

    /// Updates the fields by those of a 304 (section 3.2).
    mutating func merge(_ headers: HTTPHeaders) {
        var fields = headers
        fields.removeFieldsThatArentStored()
        for name in Set(fields.map { $0.name.lowercased() }) where !Self.keptNames.contains(name) {
            response.headers[name] = nil
            for field in fields where field.name.lowercased() == name { response.headers.append(field.name, field.value) }
        }
        // The age of an earlier transfer isn't this one's.
        if !fields.contains("Age") { response.headers["Age"] = nil }
    }

    /// Fields that describe the stored body, which a 304 doesn't have.
    private static let keptNames: Set = ["content-encoding", "content-length", "content-range", "content-type"]
}

extension HTTPHeaders {
    /// Removes the fields of one connection (section 3.1), and `Set-Cookie`: a cookie is set once, and is a secret.
    mutating func removeFieldsThatArentStored() {
        let named = Set(values(for: "Connection").flatMap(\.listedNames))
        removeFields { field, _ in
            let name = field.name.lowercased()
            return Self.unstored.contains(name) || named.contains(name)
        }
    }

    private static let unstored: Set = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization", "proxy-connection", "te",
        "transfer-encoding", "upgrade", "set-cookie", "set-cookie2",
    ]
}
