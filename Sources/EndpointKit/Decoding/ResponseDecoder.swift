internal import Synchronization

/// Decodes the body of a response.
public struct ResponseDecoder: Sendable {
    private let json: DocumentDecoders

    /// Takes the decoder for JSON. Many calls use it or copies of it at the same time, so don't change it afterwards.
    public init(json: JSONDecoder = JSONDecoder()) { self.json = DocumentDecoders(like: json) }

    /// Decodes the body as JSON, for ``JSON`` itself with the keys in their order. `Data` is the unchanged body, and `String` its text.
    ///
    /// Throws an ``APIError`` of code `decoding` that names the key path, what was expected and what was found.
    public func decode<Value: Decodable>(_ type: Value.Type = Value.self, from response: HTTPResponse) throws -> Value {
        if type == Data.self, let body = response.body as? Value { return body }
        if type == String.self, let text = try text(of: response) as? Value { return text }
        do {
            // JSONDecoder would lose the order of the keys.
            if type == JSON.self, let value = try JSON(parsing: response.body) as? Value { return value }
            return try json.decode(type, from: response.body)
        } catch let error as DecodingError {
            if response.body.isEmpty {
                if let type = type as? any OptionalValue.Type, let none = type.none as? Value { return none }
                throw APIError(.decoding, "Could not decode \(type): the response has no body.", response: response, underlying: error)
            }
            throw APIError(.decoding, "Could not decode \(type): \(error.problem).", response: response, underlying: error)
        }
    }

    /// Decodes the body as text in the `charset` of its `Content-Type`: UTF-8 (the default), US-ASCII, ISO-8859-1, windows-1252 or UTF-16.
    /// Any other charset is read as UTF-8. Throws an ``APIError`` of code `decoding` where the body isn't text in that charset.
    public func text(of response: HTTPResponse) throws -> String {
        let label = response.headers["Content-Type"].flatMap { MediaType($0).parameter("charset") }
        if let text = (label.flatMap(Charset.init(label:)) ?? .utf8).text(response.body) { return text }
        throw APIError(.decoding, "Could not decode the response as text in \(label ?? "UTF-8").", response: response)
    }
}

/// Decoders with the settings of one, each with a document of its own once a type has asked for one.
private final class DocumentDecoders: Sendable {
    private struct Member: Sendable {
        let decoder: JSONDecoder
        let document = JSONDocument()

        init(like model: JSONDecoder) {
            decoder = JSONDecoder()
            decoder.dateDecodingStrategy = model.dateDecodingStrategy
            decoder.dataDecodingStrategy = model.dataDecodingStrategy
            decoder.nonConformingFloatDecodingStrategy = model.nonConformingFloatDecodingStrategy
            decoder.userInfo = model.userInfo
            if let key = JSONDocument.key { decoder.userInfo[key] = document }
        }
    }

    private let model: JSONDecoder
    /// False for a subclass, whose settings aren't known, and where keys or texts aren't those of the document.
    private let isCopied: Bool
    private let demand = JSONDocument.Demand()
    private let idle = Mutex<[Member]>([])

    init(like model: JSONDecoder) {
        self.model = model
        let hasDocumentKeys = if case .useDefaultKeys = model.keyDecodingStrategy { true } else { false }
        isCopied = type(of: model) == JSONDecoder.self && hasDocumentKeys && !model.allowsJSON5 && !model.assumesTopLevelDictionary
    }

    func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
        if !isCopied { return try model.decode(type, from: body) }
        if !demand.isRaised {
            let result = Result { try demand.waiting { try model.decode(type, from: body) } }
            if !demand.isRaised { return try result.get() }
        }
        let member = idle.withLock { $0.popLast() } ?? Member(like: model)
        defer { idle.withLock { $0.append(member) } }
        return try member.document.reading(body) { try member.decoder.decode(type, from: body) }
    }
}

/// A type with a value for an empty body.
private protocol OptionalValue {
    static var none: Self { get }
}
extension Optional: OptionalValue {}

extension APIError {
    /// Decodes the response's body as the service's own error type; nil where there is no body, or one of another type.
    public func serverError<Body: Decodable>(as type: Body.Type = Body.self, decoder: ResponseDecoder = ResponseDecoder()) -> Body? {
        guard let response, !response.body.isEmpty else { return nil }
        return try? decoder.decode(type, from: response)
    }
}
