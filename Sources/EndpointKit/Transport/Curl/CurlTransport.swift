#if canImport(CurlShim)
    internal import CurlShim
    internal import Synchronization

    /// HTTP/1.1 and HTTP/2 by libcurl, which is loaded when the first transport is made.
    ///
    /// One transport owns one engine: a thread that sleeps while there is nothing to do, and a pool of connections. Share it.
    /// When the library is not on the machine every call fails with ``APIError/Code/configuration`` and the name of its package.
    public final class CurlTransport: Transport {
        /// What clients use that name no transport.
        public static let shared = CurlTransport()

        private let engine: Result<CurlEngine, APIError>

        /// `library` is what the dynamic linker looks for.
        public init(library: String = "libcurl.so.4") {
            if let problem = ek_curl_load(library) {
                engine = .failure(
                    APIError(
                        .configuration,
                        """
                        libcurl could not be loaded: \(String(cString: problem)). Install it: the package is libcurl4 on Debian and Ubuntu, \
                        libcurl on Fedora, Amazon Linux and Alpine.
                        """))
            } else if let engine = CurlEngine() {
                self.engine = .success(engine)
            } else {
                engine = .failure(APIError(.configuration, "libcurl could not be set up: out of memory or file descriptors."))
            }
        }

        deinit { try? engine.get().stop() }

        public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            let engine = try engine.get()
            let transfer = CurlTransfer(request: request)
            return try await withTaskCancellationHandler {
                try await withUnsafeThrowingContinuation { engine.start(transfer, resuming: $0) }
            } onCancel: {
                engine.cancel(transfer)
            }
        }
    }

    let platformTransport: any Transport = CurlTransport.shared
#endif
