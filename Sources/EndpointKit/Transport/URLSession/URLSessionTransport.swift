#if canImport(Darwin) || URLSessionTransport
    internal import Foundation
    internal import Synchronization
    #if canImport(FoundationNetworking)
        internal import FoundationNetworking
    #endif

    /// HTTP by the system's URLSession: the engine on Apple's platforms.
    ///
    /// The session keeps no cookies, credentials or cache, and follows no redirect: that is decided elsewhere, by one rule set.
    public final class URLSessionTransport: Transport {
        /// What clients use that name no transport.
        public static let shared = URLSessionTransport()

        private let session: URLSession
        private let receiver = URLSessionReceiver()

        public init() {
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpCookieStorage = nil
            configuration.httpShouldSetCookies = false
            configuration.urlCredentialStorage = nil
            configuration.urlCache = nil
            configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
            // The framework's own limits say how many.
            configuration.httpMaximumConnectionsPerHost = 64
            session = URLSession(configuration: configuration, delegate: receiver, delegateQueue: nil)
        }

        deinit { session.finishTasksAndInvalidate() }

        public func send(_ request: HTTPRequest) async throws -> HTTPResponse {
            try Task.checkCancellation()
            let task = session.dataTask(with: try await URLRequest(request))
            let exchange = URLSessionExchange(request: request)
            receiver.begin(exchange, of: task)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    exchange.start(continuation)
                    task.resume()
                }
            } onCancel: {
                task.cancel()
            }
        }
    }

    extension URLRequest {
        fileprivate init(_ request: HTTPRequest) async throws {
            self.init(url: request.url)
            httpMethod = request.method.rawValue
            for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name) }
            if case .data(let data)? = request.body?.content {
                httpBody = data
            } else if let body = request.body {
                var whole = Data()
                for try await piece in try body.chunks() { whole.append(piece) }
                httpBody = whole
            }
            timeoutInterval = request.timeout / .seconds(1)
            httpShouldHandleCookies = false
        }
    }

    #if canImport(Darwin)
        let platformTransport: any Transport = URLSessionTransport.shared
    #endif
#endif
