#if os(Linux)
    internal import CurlShim
    public import EndpointHTTP
    internal import Synchronization

    /// Sends requests over HTTP/1.1, HTTP/2 and HTTP/3 with libcurl, which is loaded when the first transport is created.
    ///
    /// Share one transport, because it keeps connections open. It has engines, each with a thread that sleeps when there is no work. It
    /// starts with one engine, and starts more, up to a limit, when each has a few dozen requests in flight. HTTP/2 requests to the same
    /// server stay together. Each ``HTTPVersionPolicy`` other than the automatic one, each user of a proxy, and each client certificate has
    /// its own engines. After two minutes without a call, a thread ends and closes its connections. If the library isn't installed, every
    /// call fails with ``APIError/Code/configuration`` and the name of the library's package.
    public final class CurlTransport: Transport, AwaitedInPlace {
        /// The transport for clients that are created without one.
        public static let shared = CurlTransport()

        private let pool: Result<EnginePool, APIError>
        private let group: EngineGroup
        private let separatePools = Mutex<[Separation: EnginePool]>([:])

        /// The settings that require separate engines, because libcurl 7.88.1 ignores them when it looks for an idle connection: the version
        /// (it would send HTTP/2 on an HTTP/1.1 connection), the user of a proxy, and the key of a client certificate. No version of libcurl
        /// compares the contents of the certificate's files.
        private struct Separation: Hashable {
            var version: HTTPVersionPolicy
            var user: ExactText?
            var password: Secret?

            var identity: Identity?

            struct Identity: Hashable {
                let certificate, key: URL
                let password: Secret?
                let versions: [FileSystem.Version?]

                init(_ client: TLSPolicy.ClientCertificate) {
                    (certificate, key, password) = (client.certificate, client.key, client.password)
                    versions = [certificate, key].map { FileSystem.version(of: $0.path) }
                }
            }

            /// nil for most requests.
            init?(_ request: borrowing HTTPRequest, in context: TransferContext) {
                version = context.httpVersion
                (user, password) = (context.proxy?.user.map(ExactText.init), context.proxy?.password)
                if request.origin.scheme == .https { identity = context.connection.tls.clientCertificate.map(Identity.init) }
                if version == .automatic, user == nil, password == nil, identity == nil { return nil }
            }
        }

        /// Loads libcurl. If this fails, each request throws the reason. At most one engine per processor runs at a time.
        ///
        /// - Parameter library: the file name or path that the dynamic linker loads.
        public convenience init(library: String = "libcurl.so.4") { self.init(library: library, idleLimit: .seconds(120)) }

        /// Loads libcurl, like ``init(library:)``.
        ///
        /// - Parameters:
        ///   - library: the file name or path that the dynamic linker loads.
        ///   - engines: the maximum number of engines that run at a time, each with its own thread; at least 1.
        public convenience init(library: String = "libcurl.so.4", engines: Int) {
            self.init(library: library, engines: engines, idleLimit: .seconds(120))
        }

        package init(
            library: String = "libcurl.so.4", engines: Int = ProcessInfo.processInfo.activeProcessorCount, idleLimit: Duration
        ) {
            group = EngineGroup(limit: engines, idleLimit: idleLimit)
            if let problem = ek_curl_load(library) {
                pool = .failure(
                    APIError(
                        .configuration,
                        """
                        libcurl could not be loaded: \(String(cString: problem)). Install the package libcurl4 on Debian and Ubuntu, or \
                        libcurl on Fedora, Amazon Linux and Alpine.
                        """))
            } else {
                pool = .success(EnginePool(group))
                DescriptorReserve.setRelief { CurlEngine.relieve() }
            }
        }

        deinit {
            try? pool.get().stop()
            for pool in separatePools.withLock({ Array($0.values) }) { pool.stop() }
        }

        /// How many engines have a thread.
        package var engineCount: Int { group.runningCount }

        /// The engines for a request, and the context in which they send it.
        private func pool(for request: HTTPRequest, in context: TransferContext) throws -> (EnginePool, TransferContext) {
            let pool = try pool.get()
            // A client has already validated these. A caller that uses the transport alone hasn't.
            try request.validate()
            try context.validate(for: request)
            // After a fork, the engine rejects the request, because one of the parent's threads may have held the lock.
            if pool.isForked { return (pool, context) }
            let context = context.avoidingLostResponses(to: request)
            guard let separation = Separation(request, in: context) else { return (pool, context) }
            if let fault = separation.version.fault(of: request, in: context) { throw fault }
            return (separatePool(for: separation), context)
        }

        private func separatePool(for separation: Separation) -> EnginePool {
            separatePools.withLock { pools in
                if let pool = pools[separation] { return pool }
                // A pool without threads could be started again, but its user may never return. A request that is about to use a pool retains
                // it.
                let left = pools.indices.filter { !pools.values[$0].isRunning && isKnownUniquelyReferenced(&pools.values[$0]) }
                for user in left.map({ pools[$0].key }) { pools[user] = nil }
                if pools.count >= Self.mostIdle { for pool in pools.values { pool.rest() } }
                let pool = EnginePool(group)
                pools[separation] = pool
                return pool
            }
        }

        /// The maximum number of separate pools that keep idle connections.
        private static let mostIdle = 16

        public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            let (pool, context) = try pool(for: request, in: context)
            defer { withExtendedLifetime(pool) {} }
            let upload = try await CurlUpload.of(request)
            let engine = pool.engine(for: request, in: context, isStream: false)
            let transfer = CurlTransfer(request: request, context: context, engine: engine, chunks: nil, upload: upload)
            do { try context.interruption?.attach(transfer) } catch {
                engine.count(transfer, -1)
                throw error
            }
            defer { context.interruption?.detach(transfer) }
            upload?.start(transfer, on: engine)
            defer { upload?.stop() }
            let received = try await withTaskCancellationHandler {
                try await withUnsafeThrowingContinuation { engine.start(transfer, resuming: $0) }
            } onCancel: {
                engine.cancel(transfer)
            }
            var response = received.response(to: request)
            response.body = try DecodedBody.whole(
                response.body, response.status, response.headers, for: request, limit: context.bodyLimit(of: request),
                mayBeEmpty: !received.endsWithConnection)
            return response
        }

        public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            let (pool, context) = try pool(for: request, in: context)
            defer { withExtendedLifetime(pool) {} }
            let upload = try await CurlUpload.of(request)
            let engine = pool.engine(for: request, in: context, isStream: true)
            let chunks = BodyBuffer()
            let transfer = CurlTransfer(request: request, context: context, engine: engine, chunks: chunks, upload: upload)
            do { try context.interruption?.attach(transfer) } catch {
                engine.count(transfer, -1)
                throw error
            }
            // When the reader is released, it detaches the transfer.
            let reader = CurlBodyReader(transfer: transfer, chunks: chunks, upload: upload, engine: engine, transport: self)
            upload?.start(transfer, on: engine)
            let received = try await withTaskCancellationHandler {
                try await withUnsafeThrowingContinuation { engine.start(transfer, resuming: $0) }
            } onCancel: {
                engine.cancel(transfer)
            }
            let head = received.response(to: request)
            let body = HTTPResponseStream.Body { try await reader.next() }
            var stream = HTTPResponseStream(status: head.status, headers: head.headers, body: body)
            stream.address = head.address
            stream.measured = head.measured
            stream.mayBePart = received.endsWithStream && !head.headers.contains("Content-Encoding")
            stream.body = try DecodedBody.stream(body, head.status, head.headers, for: request, mayBeEmpty: !received.endsWithConnection)
            return stream
        }
    }

    /// The reader's side of a streamed body. Releasing it closes the connection.
    private final class CurlBodyReader: Sendable {
        private let transfer: CurlTransfer
        private let chunks: BodyBuffer
        private let upload: CurlUpload?
        private let engine: CurlEngine
        // Retained because the engine stops when its transport is released.
        private let transport: CurlTransport

        init(transfer: CurlTransfer, chunks: BodyBuffer, upload: CurlUpload?, engine: CurlEngine, transport: CurlTransport) {
            self.transfer = transfer
            self.chunks = chunks
            self.upload = upload
            self.engine = engine
            self.transport = transport
        }

        deinit {
            upload?.stop()
            // If the transfer has ended, the engine isn't woken.
            if !chunks.hasEnded { engine.cancel(transfer) }
            transfer.context.interruption?.detach(transfer)
        }

        func next() async throws -> Data? {
            try await withTaskCancellationHandler {
                let (chunk, engineMayResume) = try await chunks.next()
                if engineMayResume { engine.resume(transfer) }
                return chunk
            } onCancel: {
                engine.cancel(transfer)
            }
        }
    }
#endif
