/// The error of a service that responds with `application/problem+json` (RFC 9457).
///
///     BadStatusDecision(decoding: ProblemDetails.self)
///
/// Members whose type the RFC doesn't allow are ignored, as its section 3.1 demands.
public struct ProblemDetails: Error, Hashable, Sendable {
    /// A URI that identifies the kind of problem; `about:blank` means that the status says everything.
    public var type: String
    /// A summary of the kind of problem, in one sentence.
    public var title: String?
    /// The status that the server set when it created the document.
    public var status: HTTPStatus?
    /// An explanation of this occurrence.
    public var detail: String?
    /// A URI that identifies this occurrence.
    public var instance: String?
    /// The extension members for this kind of problem (section 3.2), in document order.
    public var extensions: JSON.Object

    /// Creates a problem from its members.
    public init(
        type: String = "about:blank", title: String? = nil, status: HTTPStatus? = nil, detail: String? = nil, instance: String? = nil,
        extensions: JSON.Object = JSON.Object()
    ) {
        (self.type, self.title, self.status) = (type, title, status)
        (self.detail, self.instance, self.extensions) = (detail, instance, extensions)
    }
}

extension ProblemDetails: Decodable {
    /// Reads an object with any members.
    public init(from decoder: any Decoder) throws {
        let json = try JSON(from: decoder)
        guard case .object(var members) = json else {
            throw DecodingError.typeMismatch(
                Self.self, DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "The problem isn't an object."))
        }
        func text(_ name: String) -> String? {
            guard case .string(let text)? = members[name] else { return nil }
            return text
        }
        self.init(
            type: text("type") ?? "about:blank", title: text("title"), status: members["status"]?.int.map(HTTPStatus.init(rawValue:)),
            detail: text("detail"), instance: text("instance"))
        for name in ["type", "title", "status", "detail", "instance"] { members[name] = nil }
        extensions = members
    }
}

extension ProblemDetails: CustomStringConvertible {
    /// The detail if there is one, otherwise the title, otherwise the type. Empty if only the type `about:blank` is known, because the
    /// status then says everything.
    public var description: String { [detail, title, type == "about:blank" ? nil : type].compactMap(\.self).first { !$0.isEmpty } ?? "" }
}
