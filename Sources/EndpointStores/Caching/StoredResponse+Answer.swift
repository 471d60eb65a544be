extension StoredResponse {
    /// The answer to a request that may use this response.
    func answer(to request: HTTPRequest, _ source: ResponseSource, at now: Double) -> HTTPResponse {
        var response = response
        response.source = source
        // A response without a date gets that of its arrival, which for a validation is now (RFC 9110, section 6.6.1).
        if !response.headers.contains("Date") {
            response.headers["Date"] = HTTPDate.format(Date(timeIntervalSince1970: source == .revalidated ? now : responseTime))
        }
        if source != .revalidated {
            for name in rules.noCacheFields { response.headers[name] = nil }
            // An age that is infinite or too large becomes the maximum (section 1.2.2).
            response.headers["Age"] = String(Int32(exactly: age(at: now).rounded(.down)) ?? .max)
        }
        if request.isAnswered(by304: self) {
            response.status = .notModified
            response.body = Data()
        } else if request.method == .head {
            response.body = Data()
        }
        return response
    }
}

extension HTTPRequest {
    /// Whether the caller's condition is false for a stored response, so that the answer is a 304 (section 4.3.2).
    fileprivate func isAnswered(by304 stored: StoredResponse) -> Bool {
        guard stored.response.status == .ok else { return false }
        let tags = headers.values(for: "If-None-Match")
        if !tags.isEmpty {
            let own = stored.rules.entityTag?.weakTag
            return tags.contains { $0.trimmingSpace == "*" }
                || tags.flatMap(\.entityTags).contains { $0.weakTag == own }
        }
        guard let since = headers["If-Modified-Since"].flatMap({ HTTPDate.date(from: $0) }) else { return false }
        let date = stored.rules.lastModified ?? stored.response.headers["Date"]
        let modified = date.flatMap { HTTPDate.date(from: $0) } ?? Date(timeIntervalSince1970: stored.responseTime)
        return modified <= since
    }
}

extension String {
    /// The entity tag without `W/`, for the weak comparison (RFC 9110, section 8.8.3.2).
    var weakTag: ExactText { ExactText(String(trimmingPrefix("W/"))) }

    /// The tags in a list. A quoted tag may contain commas, and a backslash has no special meaning (section 8.8.3). A tag without quotes,
    /// which some servers send, ends at a comma.
    fileprivate var entityTags: [String] {
        var (tags, tag, isQuoted) = ([String](), "", false)
        for scalar in unicodeScalars {
            if scalar == "\"" { isQuoted.toggle() }
            if scalar == ",", !isQuoted {
                tags.append(tag.trimmingSpace)
                tag = ""
            } else {
                tag.unicodeScalars.append(scalar)
            }
        }
        return tags + [tag.trimmingSpace]
    }
}
