/// The rules that a response's fields contain for storing and using it in a private cache (RFC 9111, sections 3, 4.2 and 5.2.2). `s-maxage`,
/// `private` and `proxy-revalidate` concern only shared caches.
struct ResponseRules: Sendable {
    /// For how many seconds the response is fresh (section 4.2.1); nil if it doesn't specify this.
    let lifetime: Double?
    /// `Date`, in seconds since 1970; nil if it is missing or invalid.
    let date: Double?
    /// Whether another cache has answered (section 5.1).
    let isFromCache: Bool
    /// Its age in seconds when it arrived, from its date and from `Age` (section 4.2.3).
    private let apparentAge, ageField: Double
    let isPublic: Bool
    let isNoStore: Bool
    /// Whether it has to be validated before each use.
    let isNoCache: Bool
    /// The names, in lower case, of fields that may be used only after a validation.
    let noCacheFields: Set<String>
    /// Whether it may not be used once it is stale (section 5.2.2.2).
    let mustRevalidate: Bool
    let mustUnderstand: Bool
    /// For how many seconds after its lifetime it may be used: during its validation, and after an error (RFC 5861).
    let staleWhileRevalidate, staleIfError: Double?
    let entityTag, lastModified: String?
    private let status: HTTPStatus
    private let hasExpiry: Bool

    init(_ response: HTTPResponse, responseTime: Double, heuristicFraction: Double = 0) {
        let headers = response.headers
        let control = CacheControl(headers)
        status = response.status
        isPublic = control.contains("public") && !control.contains("private")
        isNoStore = control.contains("no-store") || control.isBroken
        // With names, the directive applies only to the fields that it names.
        let names = control.arguments(of: "no-cache")
        isNoCache = names.contains { $0.map(\.isEmpty) ?? true }
        noCacheFields = Set(names.compactMap(\.self).flatMap(\.listedNames))
        mustRevalidate = control.contains("must-revalidate")
        mustUnderstand = control.contains("must-understand")
        staleWhileRevalidate = control.seconds("stale-while-revalidate")
        staleIfError = control.seconds("stale-if-error")
        entityTag = headers["ETag"].flatMap { $0.isEmpty ? nil : $0 }
        lastModified = headers["Last-Modified"]

        let now = Date(timeIntervalSince1970: responseTime)
        func seconds(_ text: String?) -> Double? { text.flatMap { HTTPDate.date(from: $0) { now } }?.timeIntervalSince1970 }
        let date = seconds(headers["Date"])
        self.date = date
        isFromCache = headers.contains("Age")
        apparentAge = max(0, date.map { responseTime - $0 } ?? 0)
        ageField = Self.age(in: headers)
        if let maxAge = control.seconds("max-age") {
            lifetime = maxAge
        } else if let expires = headers["Expires"] {
            // An invalid date, especially 0, counts as a date in the past (section 5.3).
            lifetime = seconds(Self.isHTTPDate(expires) ? expires : nil).map { max(0, $0 - (date ?? responseTime)) } ?? 0
        } else if heuristicFraction > 0, let modified = seconds(lastModified), Self.isHeuristic(response.status) || isPublic {
            lifetime = min(max(0, (date ?? responseTime) - modified) * heuristicFraction, 86_400)
        } else {
            lifetime = nil
        }
        hasExpiry = control.contains("max-age") || headers.contains("Expires")
    }

    /// Whether a date has the time zone of an HTTP date. A date in another form mustn't make a response fresh.
    private static func isHTTPDate(_ text: String) -> Bool { text.hasSuffix(" GMT") || !text.contains(",") }

    /// The first value of `Age` (section 5.1). An invalid value is ignored.
    private static func age(in headers: HTTPHeaders) -> Double {
        guard let text = headers["Age"], let first = text.listedNames.first else { return 0 }
        return CacheControl.seconds(in: first) ?? 0
    }

    /// Its age in seconds when it arrived, including the time that its request took.
    fileprivate func initialAge(after delay: Double) -> Double { max(apparentAge, ageField + delay) }

    var hasValidator: Bool { entityTag != nil || lastModified != nil }

    /// Whether the response may be stored, and whether this would be useful (section 3).
    var allowsStoring: Bool {
        // Partial responses are never combined, and a 304 only updates a stored response.
        guard status >= 200, status != .partialContent, status != .notModified else { return false }
        // The credentials of the next request may be accepted.
        guard status != 401, status != 407 else { return false }
        if mustUnderstand { if !Self.isUnderstood(status) { return false } } else if isNoStore { return false }
        let isUseful = hasValidator || [lifetime, staleWhileRevalidate, staleIfError].contains { $0 ?? 0 > 0 }
        if hasExpiry { return isUseful }
        return (hasValidator || lifetime != nil) && (Self.isHeuristic(status) || isPublic)
    }

    /// The status codes whose responses may be stored without an expiry (RFC 9110, section 15.1), except 206.
    static func isHeuristic(_ status: HTTPStatus) -> Bool {
        [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501].contains(status.rawValue)
    }

    /// The final status codes of RFC 9110.
    private static func isUnderstood(_ status: HTTPStatus) -> Bool {
        switch status.rawValue {
        case 200...205, 300...303, 305, 307, 308, 400...417, 421, 422, 426, 428, 429, 431, 451, 500...505, 511: true
        default: false
        }
    }
}

extension StoredResponse {
    /// Its age in seconds (section 4.2.3). Infinite if the response's time lies in the future: its age is then unknown, because the clock was
    /// ahead when it arrived, or has been set back since.
    func age(at now: Double) -> Double {
        if responseTime - now > Self.clockTolerance { return .infinity }
        return rules.initialAge(after: max(0, responseTime - requestTime)) + max(0, now - responseTime)
    }

    /// In seconds. Clocks are corrected slightly, and processes that share a folder may read different times.
    static let clockTolerance = 5.0
}
