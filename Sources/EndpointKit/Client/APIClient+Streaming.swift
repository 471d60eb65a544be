extension APIClient {
    /// The answer's head, and its body as it comes: for those who read it their own way. Releasing the body before its end closes
    /// the connection. The decisions judge the head of a success, before its body comes; the body of anything else is there for them.
    public final func stream(_ endpoint: some Endpoint) -> Call<HTTPResponseStream> { streaming(endpoint, accept: "*/*") }

    /// The answer's bytes as they come. The call is made when the first is asked for, by each loop anew; a loop that is left, or whose
    /// task is cancelled, closes the connection, and a slow one slows the server down.
    public final func bytes(_ endpoint: some Endpoint) -> ResponseBytes {
        let call = stream(endpoint)
        return ResponseBytes { HTTPResponseStream.Body(of: call) }
    }

    /// The answer's lines as they come, read as ``bytes(_:)`` are. A line of more than `limit` bytes is ``APIError/Code/bodyTooLarge``.
    public final func lines(_ endpoint: some Endpoint, limit: Int = TextLines.standardLimit) -> TextLines {
        let call = streaming(endpoint, accept: "text/*, */*;q=0.8")
        return TextLines(limit: limit) { HTTPResponseStream.Body(of: call) }
    }

    /// A value from each line of the answer that isn't blank, read as ``bytes(_:)`` are. One that can't be decoded ends it with an
    /// ``APIError`` of code `decoding` that names the line; one of more than `limit` bytes is ``APIError/Code/bodyTooLarge``.
    public final func jsonLines<Value: Decodable & Sendable>(
        _ endpoint: some Endpoint, as type: Value.Type = Value.self, limit: Int = TextLines.standardLimit
    ) -> JSONLines<Value> {
        let call = streaming(endpoint, accept: "application/x-ndjson")
        return JSONLines(lines: TextLines(limit: limit) { HTTPResponseStream.Body(of: call) }, decoder: core.decoder)
    }

    func streaming(
        _ endpoint: some Endpoint, accept: String, edit: (@Sendable (inout HTTPRequest) -> Void)? = nil
    ) -> Call<HTTPResponseStream> {
        var plan = CallPlan(endpoint, accept: accept)
        plan.destination = .stream
        plan.edit = edit
        return Call(core, plan) { answer, _ in
            var stream = HTTPResponseStream(answer.response)
            if case .stream(let body) = answer.content { stream.body = body }
            return stream
        }
    }
}

extension HTTPResponseStream.Body {
    /// The body of what `call` will answer: it is made when the first chunk is asked for.
    init(of call: Call<HTTPResponseStream>) {
        let reader = CallReader(call: call)
        self.init { try await reader.next() }
    }

    /// Sendable because a body has one reader, who asks for one chunk after the other.
    private final class CallReader: @unchecked Sendable {
        private var call: Call<HTTPResponseStream>?
        private var body: Iterator?

        init(call: Call<HTTPResponseStream>) { self.call = call }

        func next() async throws -> Data? {
            if let call = call.take() { body = try await call.value.body.makeAsyncIterator() }
            return try await body?.next()
        }
    }
}
