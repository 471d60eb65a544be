/// A header field that can't go along to another origin, although the request would do something else without it.
package struct LostField: Error {
    let name: String
    let method: HTTPMethod
    let origin: Origin

    /// Why the request isn't sent, as the end of a sentence.
    package func reason(leaving home: Origin?, by policy: RedirectPolicy) -> String {
        var text = "its \(name) doesn't go to another origin, and without it the \(method.shown) would do something else"
        if policy.crossOriginHeaders.contains(where: { $0.equalsIgnoringASCIICase(name) }) { return text }
        text += "; add \"\(name)\" to the crossOriginHeaders of the redirect policy"
        if let home, home.scheme == .http, origin.scheme == .https, home.host == origin.host {
            text += ", or use \(origin) as the base URL"
        }
        return text
    }
}

extension HTTPRequest {
    /// Removes fields that may not go to the request's origin. Throws if the request would do something else without one of them.
    package mutating func removeForeignFields(
        where isForeign: (_ field: HTTPHeaders.Field, _ isAddition: Bool) -> Bool
    ) throws(LostField) {
        var lost: String?
        let whole = self
        headers.removeFields { field, isAddition in
            guard isForeign(field, isAddition) else { return false }
            if lost == nil, whole.dependsOn(field: field.name) { lost = field.name }
            return true
        }
        if let lost { throw LostField(name: lost, method: whole.method, origin: origin) }
    }

    /// Throws if the request would do something else without one of these fields, and doesn't have its own.
    package func check(without withheld: HTTPHeaders) throws(LostField) {
        for field in withheld where !headers.contains(field.name) && dependsOn(field: field.name) {
            throw LostField(name: field.name, method: method, origin: origin)
        }
    }
}
