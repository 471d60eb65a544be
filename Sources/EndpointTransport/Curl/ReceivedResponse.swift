#if canImport(CurlShim)
    internal import Synchronization

    /// A response as the engine's thread received it. The caller's task makes an ``HTTPResponse`` of it, and releases that: memory that one
    /// thread allocates and another frees makes threads wait for each other.
    ///
    /// Sendable because the engine's thread hands it over, and doesn't use it any more.
    final class ReceivedResponse: @unchecked Sendable {
        private let status: HTTPStatus
        private let fields: ReceivedFields
        // Empty for a streamed response.
        private var body: GrowingBuffer
        /// Whether only the end of the connection ends its body, so that an empty body may be a truncated one.
        let endsWithConnection: Bool
        /// Whether only the end of an HTTP/2 stream ends its body: see `CurlVersion`.
        let endsWithStream: Bool
        private let metrics: TransferMetrics?
        // Orders the engine's writes before the reads of the task: a continuation that is resumed before it waits does so, too, but the
        // thread sanitizer doesn't see that.
        private let isComplete = Atomic(false)

        init(
            status: HTTPStatus, fields: consuming ReceivedFields, body: consuming GrowingBuffer, endsWithConnection: Bool,
            endsWithStream: Bool,
            metrics: TransferMetrics?
        ) {
            self.status = status
            self.fields = fields
            self.body = body
            self.endsWithConnection = endsWithConnection
            self.endsWithStream = endsWithStream
            self.metrics = metrics
            isComplete.store(true, ordering: .releasing)
        }

        /// Takes the body out, so that it can be made once.
        func response(to request: HTTPRequest) -> HTTPResponse {
            _ = isComplete.load(ordering: .acquiring)
            var response = HTTPResponse(status: status, headers: fields.headers, body: body.takeData())
            response.address = request.urlText
            if let metrics { response.metrics = metrics }
            return response
        }
    }
#endif
