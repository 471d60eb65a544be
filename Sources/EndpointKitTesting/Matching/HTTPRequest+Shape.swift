internal import EndpointKit

extension HTTPRequest {
    /// The parts of the request that a test double compares, without the values that `redaction` hides.
    ///
    /// - Parameter bytes: the bytes of its body.
    func shape(body bytes: Data?, _ redaction: Redaction, by matching: RequestMatching) -> RequestShape {
        let decoded = bytes.map { CodedBody(Array($0), headers).bytes }
        let body = decoded.map { RequestShapeBody($0, contentType: headers["Content-Type"] ?? self.body?.contentType) }
        if redaction.hidesNothing {
            return RequestShape(method: method.rawValue, url: urlText, headers: headers, body: body, by: matching)
        }
        var shown = self
        shown.query = dividedQuery.own
        shown.query.removeItems { redaction.hides(item: $0.name) }
        // Redaction marks aren't compared. Every value whose name isn't that of a secret is compared in full: if only lengths were
        // compared, different requests could look equal.
        var fields = redaction.markedHeaders(of: self)
        for name in Set(fields.map(\.name)) where redaction.hides(name) { fields[name] = nil }
        return RequestShape(
            method: method.rawValue, url: redaction.ofNames.redactedURL(of: shown), headers: fields, body: body?.hidden(by: redaction),
            by: matching)
    }
}

extension RequestShapeBody {
    fileprivate func hidden(by redaction: Redaction) -> RequestShapeBody {
        switch self {
        case .json(let value): .json(value.hidden(by: redaction))
        case .form(let items):
            .form(items.map { redaction.hides(item: $0.name) ? Query.Item(name: $0.name, value: Redaction.mark) : $0 })
        case .bytes, .empty: self
        }
    }
}

extension ExactJSON {
    fileprivate func hidden(by redaction: Redaction) -> ExactJSON {
        switch self {
        case .object(let members):
            .object(
                members.map { member in
                    let isHidden = redaction.hides(item: member.key.text)
                    return Member(
                        key: member.key, value: isHidden ? .string(ExactText(Redaction.mark)) : member.value.hidden(by: redaction))
                })
        case .array(let elements): .array(elements.map { $0.hidden(by: redaction) })
        case .string, .word: self
        }
    }
}
