extension APIClient {
    /// A call for the response's head and a body that is read chunk by chunk. Releasing the body before its end closes the connection.
    ///
    /// Decisions judge a successful response by its head, before its body arrives. The body of any other response is buffered for them.
    public final func stream(_ endpoint: some Endpoint) -> Call<HTTPResponseStream> { streaming(endpoint, accept: "*/*") }

    /// The response's bytes as they arrive. Each loop over them makes a new call when it reads the first byte. If the loop ends early or
    /// its task is cancelled, the connection is closed. A slow loop slows the server down.
    ///
    ///     let film = client.bytes(.get("film")) { $0.tagged("film").deadline(.seconds(60)) }
    ///
    /// - Parameters:
    ///   - endpoint: the resource to request.
    ///   - modify: sets the call's modifiers: tags, groups, deadline, retries.
    public final func bytes(
        _ endpoint: some Endpoint, calling modify: (Call<HTTPResponseStream>) -> Call<HTTPResponseStream> = { $0 }
    ) -> ResponseBytes {
        let call = modify(stream(endpoint))
        return ResponseBytes { HTTPResponseStream.Body(of: call) }
    }

    /// The response's lines as they arrive, read like ``bytes(_:calling:)``. A line of more than `limit` bytes throws
    /// ``APIError/Code/bodyTooLarge``.
    public final func lines(
        _ endpoint: some Endpoint, limit: Int = TextLines.standardLimit,
        calling modify: (Call<HTTPResponseStream>) -> Call<HTTPResponseStream> = { $0 }
    ) -> TextLines {
        let call = modify(streaming(endpoint, accept: "text/*, */*;q=0.8"))
        return TextLines(limit: limit) { HTTPResponseStream.Body(of: call) }
    }

    /// The values decoded from the response's nonblank lines, which are read like ``bytes(_:calling:)``. A line that can't be decoded is
    /// skipped, or ends the sequence with an ``APIError`` of code `decoding` that names the line.
    ///
    /// - Parameters:
    ///   - endpoint: the resource to request, with `Accept: application/x-ndjson` unless the endpoint has its own `Accept` field.
    ///   - type: the type that the client's decoder decodes each line as.
    ///   - limit: the maximum number of bytes in a line. A longer line throws ``APIError/Code/bodyTooLarge``.
    ///   - modify: sets the call's modifiers, as for ``bytes(_:calling:)``.
    ///   - skipping: called with the error of each line that can't be decoded, which is then skipped. nil, the default, throws it.
    public final func jsonLines<Value: Decodable & Sendable>(
        _ endpoint: some Endpoint, as type: Value.Type = Value.self, limit: Int = TextLines.standardLimit,
        calling modify: (Call<HTTPResponseStream>) -> Call<HTTPResponseStream> = { $0 },
        skipping: (@Sendable (APIError) -> Void)? = nil
    ) -> JSONLines<Value> {
        let call = modify(streaming(endpoint, accept: "application/x-ndjson"))
        return JSONLines(
            lines: TextLines(limit: limit) { HTTPResponseStream.Body(of: call) }, decoder: core.decoder(for: endpoint), skipping: skipping)
    }

    /// - Parameters:
    ///   - expected: what a successful response has to be; nil if any will do.
    ///   - refusal: the error for another response, with the beginning of its body.
    func streaming(
        _ endpoint: some Endpoint, accept: String, expecting expected: BodyDestination.Stream? = nil,
        orThrow refusal: (@Sendable (HTTPResponse) -> APIError)? = nil, edit: (@Sendable (inout HTTPRequest) -> Void)? = nil
    ) -> Call<HTTPResponseStream> {
        var plan = CallPlan(endpoint, accept: accept)
        plan.destination = .stream(expected)
        plan.edit = edit
        return Call(core, plan) { answer, _ in
            try answer.value { response in
                if let expected, let refusal, !expected.accepts(response) { throw refusal(response) }
                var stream = HTTPResponseStream(response)
                if case .stream(let body) = answer.content { stream.body = body }
                return stream
            }
        }
    }
}

extension HTTPResponseStream.Body {
    /// The body of the response to `call`. The call is made when the first chunk is read.
    init(of call: Call<HTTPResponseStream>) {
        let reader = CallReader(call: call)
        self.init({ try await reader.next() }, of: reader)
    }

    /// Sendable because a body has a single reader, which reads one chunk after another.
    private final class CallReader: BodyOwner, @unchecked Sendable {
        private var call: Call<HTTPResponseStream>?
        private var body: Iterator?

        init(call: Call<HTTPResponseStream>) { self.call = call }

        func next() async throws -> Data? {
            if let call = call.take() { body = try await call.value.body.makeAsyncIterator() }
            return try await body?.next()
        }

        func settle() async { await body?.owner?.settle() }

        func fail(with error: any Error) -> any Error { body?.owner?.fail(with: error) ?? error }

        func added(to error: any Error) -> any Error { body?.owner?.added(to: error) ?? error }
    }
}
