/// A part of a request that can't go to another origin, although the request would do something else without it.
package struct LostField: Error {
    private let names: [String]
    private let method: HTTPMethod
    private let origin: Origin
    /// Whether the program may let these parts go to another origin.
    private let mayCross: Bool

    fileprivate init?(_ names: [String], of request: HTTPRequest, mayCross: Bool = true) {
        if names.isEmpty { return nil }
        self.names = names
        self.mayCross = mayCross
        method = request.method
        origin = request.origin
    }

    /// Why the request isn't sent, as the end of a sentence.
    package func reason(leaving home: Origin?, by policy: RedirectPolicy) -> String {
        let (list, isOne) = (names.joined(separator: ", "), names.count == 1)
        var text = "its \(list) \(isOne ? "doesn't" : "don't") go to another origin"
        text += ", and without \(isOne ? "it" : "them") the \(method.shown) would do something else"
        guard mayCross else { return text }
        text += "; add \(names.map(\.debugDescription).joined(separator: ", ")) to the crossOriginHeaders of the redirect policy"
        if let home, home.scheme == .http, origin.scheme == .https, home.host == origin.host {
            text += ", or use \(origin) as the base URL"
        }
        return text
    }
}

extension HTTPRequest {
    /// Removes what may not go to another origin: fields, and the endpoint's declaration that the request may be sent twice, which may
    /// depend on these fields. Throws if the request would do something else without one of them.
    ///
    /// - Parameters:
    ///   - policy: says which fields may go there. Fields that were added (``earlier``) are meant for the other origin, and stay.
    ///   - isUpgrade: whether the other origin is the same host over https, which also gets the fields without which the request would do
    ///     something else.
    package mutating func leaveHome(by policy: RedirectPolicy, isUpgrade: Bool = false) throws(LostField) {
        let (hasContent, whole) = (body != nil, self)
        try removeForeignFields { field, isAddition in
            !isAddition && !policy.letsCross(field.name, withContent: hasContent) && !(isUpgrade && whole.depends(on: field))
        }
        forgetIdempotence()
    }

    /// Removes what was added (``earlier``), except for fields that may go to another origin. Throws if the request would do something else
    /// without one of them.
    package mutating func removeAdditions(by policy: RedirectPolicy) throws(LostField) {
        let hasContent = body != nil
        try removeForeignFields { field, isAddition in isAddition && !policy.letsCross(field.name, withContent: hasContent) }
        try removeForeignItems { _, isAddition in isAddition }
    }
}

extension HTTPRequest {
    /// Removes fields that may not go to the request's origin. Throws if the request would do something else without them.
    package mutating func removeForeignFields(
        where isForeign: (_ field: HTTPHeaders.Field, _ isAddition: Bool) -> Bool
    ) throws(LostField) {
        let whole = self
        var (lost, additions) = ([String](), fieldAdditions)
        headers.removeFields { field in
            guard isForeign(field, additions.contains(field)) else { return false }
            if whole.depends(on: field) { lost.append(field.name) }
            return true
        }
        if let lost = LostField(lost, of: whole) { throw lost }
    }

    /// Removes query items that may not go to the request's origin. Throws if the request would do something else without them.
    package mutating func removeForeignItems(where isForeign: (_ item: Query.Item, _ isAddition: Bool) -> Bool) throws(LostField) {
        var (lost, additions) = ([String](), itemAdditions)
        let isWrite = !onlyReads
        query.removeItems { item in
            guard isForeign(item, additions.contains(item)) else { return false }
            if isWrite, RequestMeaning.guardsWrite(item: item.name) { lost.append(item.name) }
            return true
        }
        if let lost = LostField(lost, of: self, mayCross: false) { throw lost }
    }

    /// Throws if the body differs from that of `original`, but the digest doesn't. A server that doesn't check the digest would store
    /// either body.
    package func checkDigest(since original: HTTPRequest) throws(APIError) {
        guard sharedBody !== original.sharedBody else { return }
        if case .data(let new)? = body?.content, case .data(let old)? = original.body?.content, new == old { return }
        for name in ["Content-Digest", "Content-MD5"] where headers.contains(name) && headers[name] == original.headers[name] {
            throw APIError(
                .invalidRequest, "The request can't be sent: an adapter has changed its body, and its \(name) is that of the earlier one.",
                request: self)
        }
    }

    /// Throws if the request would do something else without one of these fields, and has no value of its own for that field.
    package func check(without withheld: HTTPHeaders) throws(LostField) {
        let lost = withheld.filter { !headers.contains($0.name) && depends(on: $0) }.map(\.name)
        if let lost = LostField(lost, of: self) { throw lost }
    }

    /// Throws if the authentication has added a field without which the request would do something else. Such a field never goes to another
    /// origin.
    func checkAdditions() throws(LostField) {
        if onlyReads { return }
        let guards = addedFields.filter { RequestMeaning.guardsWrite($0) && !RequestMeaning.isDigest($0.name) }
        if let lost = LostField(guards.map(\.name), of: self, mayCross: false) { throw lost }
    }
}
