#if os(Linux)
    internal import EndpointHTTP
    internal import Synchronization

    /// A response as the engine's thread received it. The caller's task creates the ``HTTPResponse`` from it, because threads wait for each
    /// other if one allocates memory and another frees it.
    ///
    /// Sendable because the engine's thread hands it over and no longer uses it.
    final class ReceivedResponse: @unchecked Sendable {
        private let status: HTTPStatus
        private let fields: ReceivedFields
        // Empty for a streamed response.
        private var body: GrowingBuffer
        /// Whether its body ends only with the connection, so that an empty body may be a truncated one.
        let endsWithConnection: Bool
        /// Whether its body ends only with an HTTP/2 stream: see `CurlVersion`.
        let endsWithStream: Bool
        private let measured: TransferMetrics.Shared?
        // Orders the engine's writes before the task's reads. A continuation that is resumed before it waits also does this, but the thread
        // sanitizer doesn't notice it.
        private let isComplete = Atomic(false)

        init(
            status: HTTPStatus, fields: consuming ReceivedFields, body: consuming GrowingBuffer, endsWithConnection: Bool,
            endsWithStream: Bool, measured: TransferMetrics.Shared?
        ) {
            self.status = status
            self.fields = fields
            self.body = body
            self.endsWithConnection = endsWithConnection
            self.endsWithStream = endsWithStream
            self.measured = measured
            isComplete.store(true, ordering: .releasing)
        }

        /// Moves the body out, so this can be called only once.
        func response(to request: HTTPRequest) -> HTTPResponse {
            _ = isComplete.load(ordering: .acquiring)
            var response = HTTPResponse(status: status, headers: fields.headers, body: body.takeData())
            response.address = request.urlText
            response.measured = measured
            return response
        }
    }
#endif
