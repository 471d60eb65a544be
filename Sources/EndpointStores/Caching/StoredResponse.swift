/// A response in the cache, with the data that decides which requests may use it.
package struct StoredResponse: Sendable {
    /// The response without the fields that may not be stored.
    private(set) var response: HTTPResponse
    let resource: KeyDigest
    /// The user to whom it belongs; nil if the request had no credentials.
    let owner: KeyDigest?
    /// The digests of the request's fields that `Vary` names, by their names in lower case (RFC 9111, section 4.1).
    let selection: [String: KeyDigest]
    /// Whether the transport may have skipped its body, because the client follows the redirect.
    let lacksBody: Bool
    /// The items of the signed request that the response may repeat; nil if signing added none.
    package private(set) var echoes: EchoedItems?
    /// Seconds since 1970.
    let requestTime, responseTime: Double
    /// The rules from its fields.
    let rules: ResponseRules

    /// nil if the response may not be stored.
    ///
    /// - Parameters:
    ///   - request: the request before it was signed. Later requests are matched against it.
    ///   - sent: the same request as it was sent.
    init?(
        _ response: HTTPResponse, to request: HTTPRequest, sentAs sent: HTTPRequest, _ key: RequestKey, requestTime: Double,
        responseTime: Double, heuristicFraction: Double, lacksBody: Bool, echoes: EchoedItems? = nil
    ) {
        guard let names = Self.varyingNames(response.headers) else { return nil }
        self.response = response
        self.response.headers.removeFieldsThatArentStored()
        // Otherwise, the stored response would retain the transport's measurements.
        self.response.measured = nil
        resource = key.resource
        rules = ResponseRules(self.response, responseTime: responseTime, heuristicFraction: heuristicFraction)
        owner = key.user
        // The digest of the owner covers the credentials.
        let credentials = names.filter { RequestKey.isCredential($0, of: request) }
        selection = Dictionary(
            uniqueKeysWithValues: names.subtracting(credentials).map { ($0, Self.digest(of: $0, in: request.headers)) })
        self.lacksBody = lacksBody
        self.echoes = echoes ?? EchoedItems(of: sent)
        if echoes != nil { self.echoes?.add(sent) }
        self.requestTime = requestTime
        self.responseTime = responseTime
    }

    init(
        _ response: HTTPResponse, resource: KeyDigest, owner: KeyDigest?, selection: [String: KeyDigest], lacksBody: Bool,
        echoes: EchoedItems?, requestTime: Double, responseTime: Double, heuristicFraction: Double
    ) {
        self.response = response
        self.resource = resource
        self.owner = owner
        self.selection = selection
        self.lacksBody = lacksBody
        self.echoes = echoes
        self.requestTime = requestTime
        self.responseTime = responseTime
        rules = ResponseRules(response, responseTime: responseTime, heuristicFraction: heuristicFraction)
    }

    /// The maximum number of fields in `Vary`. A response that names more isn't stored.
    private static let varyLimit = 20

    /// The names in `Vary`; nil for `*`, which matches no other request, and for an invalid list.
    private static func varyingNames(_ headers: HTTPHeaders) -> Set<String>? {
        let names = namesInVary(headers)
        let areNames = names.allSatisfy { $0 != "*" && PercentEncoding.allSatisfy($0, .token) }
        return areNames && names.count <= varyLimit ? names : nil
    }

    private static func namesInVary(_ headers: HTTPHeaders) -> Set<String> {
        Set(headers.values(for: "Vary").flatMap(\.listedNames).filter { !$0.isEmpty })
    }

    /// Stands for a field that the request doesn't have.
    private static let absent = KeyDigest(of: "")

    private static func digest(of name: String, in headers: HTTPHeaders) -> KeyDigest {
        let values = headers.values(for: name)
        if values.isEmpty { return absent }
        var input = DigestInput()
        // White space around values has no meaning, and neither does their division into lines.
        input.append("1", values.map(\.trimmingSpace).joined(separator: ", "))
        return input.digest
    }

    /// Whether it was stored for a request like this one: for the same user, and with equal values in the fields that `Vary` names.
    func matches(_ request: HTTPRequest, _ key: RequestKey, leavesRedirectsUnread: Bool) -> Bool {
        guard owner == key.user, leavesRedirectsUnread || !lacksBody else { return false }
        return selection.allSatisfy { Self.digest(of: $0.key, in: request.headers) == $0.value }
    }

    /// Whether both apply to the same requests, so that one replaces the other.
    func hasSameKey(as other: StoredResponse) -> Bool {
        resource == other.resource && owner == other.owner && selection == other.selection
    }

    /// Distinguishes it from other responses of its resource.
    var variant: KeyDigest {
        var input = DigestInput()
        input.append(owner?.bytes ?? [])
        for (name, digest) in selection.sorted(by: { $0.key < $1.key }) {
            input.append(name)
            input.append(digest.bytes)
        }
        return input.digest
    }

    /// Its approximate size in bytes.
    var byteCount: Int { response.headers.reduce(response.body.count + 512) { $0 + $1.name.utf8.count + $1.value.utf8.count + 40 } }

    /// Updates the fields with those of a 304 (section 3.2).
    mutating func merge(_ headers: HTTPHeaders) {
        var fields = headers
        fields.removeFieldsThatArentStored()
        for name in Set(fields.map { $0.name.lowercased() }) where !Self.keptNames.contains(name) {
            // To choose the body, the server also used the fields that the earlier response named.
            if name == "vary", Self.namesInVary(fields).isSubset(of: Self.namesInVary(response.headers)) { continue }
            if name != "vary" { response.headers[name] = nil }
            for field in fields where field.name.lowercased() == name { response.headers.append(field.name, field.value) }
        }
        // These describe the earlier transfer.
        for name in ["Age", "Date"] where !fields.contains(name) { response.headers[name] = nil }
    }

    /// Fields that describe the stored body. A 304 has no body, so it can't change them.
    private static let keptNames: Set = ["content-encoding", "content-length", "content-range", "content-type"]
}

extension HTTPHeaders {
    /// Removes the fields that concern only one connection (section 3.1), and `Set-Cookie`, because a cookie is set only once and is a
    /// secret.
    mutating func removeFieldsThatArentStored() {
        let named = Set(values(for: "Connection").flatMap(\.listedNames))
        removeFields { field in
            let name = field.name.lowercased()
            return Self.unstored.contains(name) || named.contains(name)
        }
    }

    private static let unstored: Set = [
        "connection", "keep-alive", "proxy-authenticate", "proxy-authentication-info", "proxy-authorization", "proxy-connection", "te",
        "transfer-encoding", "upgrade", "set-cookie", "set-cookie2",
    ]
}
