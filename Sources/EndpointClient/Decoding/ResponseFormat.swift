/// How a value is created from an answer, and the `Accept` field with which it is requested. Calls, requests and lists all use this type.
package struct ResponseFormat<Value: Sendable>: Sendable {
    package let accept: String
    let make: @Sendable (Answer, ResponseDecoder) throws -> Value

    init(_ accept: String, _ make: @escaping @Sendable (Answer, ResponseDecoder) throws -> Value) {
        self.accept = accept
        self.make = make
    }

    package func value(of response: HTTPResponse, with decoder: ResponseDecoder) throws -> Value {
        try make(Answer(response: response), decoder)
    }
}

extension ResponseFormat where Value: Decodable {
    static var decodable: Self {
        Self("application/json") { answer, decoder in try answer.value { try decoder.decode(Value.self, from: $0) } }
    }
}

extension ResponseFormat where Value: ResponseConvertible {
    static var convertible: Self { Self("*/*") { answer, decoder in try answer.value { try Value(response: $0, decoder: decoder) } } }
    /// The format of a type that is read from JSON, but not by a decoder.
    static var convertibleFromJSON: Self { Self("application/json", convertible.make) }
}

extension ResponseFormat<Data> {
    static var data: Self { Self("*/*") { answer, _ in answer.response.body } }
}

extension ResponseFormat<String> {
    /// A string, read according to the convention.
    static var string: Self {
        Self(text.accept) { answer, decoder in try answer.value { try decoder.decode(String.self, from: $0) } }
    }
    /// The text of the body.
    static var text: Self { Self("text/*, */*;q=0.8") { answer, decoder in try answer.value(decoder.text) } }
}

extension ResponseFormat<Void> {
    static var none: Self { Self("*/*") { _, _ in } }
}

extension ResponseFormat {
    /// The format of a type that is known only at run time. A value that is both ``ResponseConvertible`` and `Decodable` is created as a
    /// ``ResponseConvertible``. nil for a type that is neither.
    package static var ofType: Self? {
        if let type = Value.self as? any ResponseConvertible.Type { return convertible(type) }
        guard Value.self is any Decodable.Type else { return nil }
        return Self("application/json") { answer, decoder in
            try answer.value { response in
                guard let type = Value.self as? any Decodable.Type, let value = try decoder.decode(type, from: response) as? Value else {
                    throw APIError.unmakable(Value.self, response)
                }
                return value
            }
        }
    }

    private static func convertible<Known: ResponseConvertible>(_ type: Known.Type) -> Self? {
        let isJSON = type is any JSONResponse.Type || type is any Decodable.Type
        return (isJSON ? ResponseFormat<Known>.convertibleFromJSON : .convertible) as? Self
    }
}

extension APIError {
    package static func unmakable<Value>(_ type: Value.Type, _ response: HTTPResponse) -> APIError {
        var error = APIError.impossible("A call was made for a \(type), which no response can give")
        error.response = response
        return error
    }
}
