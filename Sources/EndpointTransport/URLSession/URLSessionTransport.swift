#if canImport(Darwin) || URLSessionTransport
    internal import Foundation
    internal import Synchronization
    #if canImport(FoundationNetworking)
        internal import FoundationNetworking
    #endif

    /// HTTP by the system's URLSession: the engine on Apple's platforms.
    ///
    /// Its sessions keep no cookies, credentials or cache, answer no challenge but TLS's, and follow no redirect: that is decided
    /// elsewhere, by one rule set. A policy that URLSession can't keep to (a Unix socket, a proxy of one's own, a client certificate in
    /// PEM) is an ``APIError/Code/configuration``, rather than left out. It gives header fields in no order, and those of one name joined.
    ///
    /// URLSession doesn't say when it has a connection. So `connectTimeout` is not kept to, and the time that a connection takes counts as
    /// silence: the request's timeout bounds both. And it takes the start of a body before it is connected: a stream that can be sent once
    /// is spent by an attempt that finds no server.
    ///
    /// On Linux it is built under the package trait of its name, so that its code is checked, and isn't for use: TLS policies are refused
    /// there, bodies are sent from memory, and a stream whose reader falls `bodyLimit` bytes behind ends with `bodyTooLarge`.
    public final class URLSessionTransport: Transport {
        /// What clients use that name no transport.
        public static let shared = URLSessionTransport()

        private let channels = Mutex<[URLSessionChannel.Key: URLSessionChannel]>([:])

        public init() {}

        deinit {
            for channel in channels.withLock({ Array($0.values) }) { channel.session.finishTasksAndInvalidate() }
        }

        public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
            let exchange = URLSessionExchange(request: request, context: context, chunks: nil, transport: self)
            var response = try await start(exchange)
            response.body = exchange.body
            return response
        }

        public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
            let exchange = URLSessionExchange(request: request, context: context, chunks: BodyBuffer(), transport: self)
            let reader = URLSessionBodyReader(exchange)
            let head = try await start(reader.exchange)
            var stream = HTTPResponseStream(
                status: head.status, headers: head.headers, body: HTTPResponseStream.Body { try await reader.next() })
            stream.address = head.address
            return stream
        }

        private func start(_ exchange: URLSessionExchange) async throws -> HTTPResponse {
            try Task.checkCancellation()
            let request = exchange.request
            // Also for those who send without a client.
            try request.validate()
            try exchange.context.validate(for: request)
            let channel = try channel(for: request, in: exchange.context)
            let (urlRequest, upload) = try await URLRequest.make(request)
            let task = channel.session.dataTask(with: urlRequest)
            channel.receiver.begin(exchange, of: task)
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    exchange.start(task, upload: upload, resuming: continuation)
                }
            } onCancel: {
                exchange.cancel()
            }
        }

        /// A session for each way of trusting, as a connection is trusted once and serves many requests.
        private func channel(for request: HTTPRequest, in context: TransferContext) throws -> URLSessionChannel {
            let key = try URLSessionChannel.Key(request, in: context)
            return try channels.withLock { channels in
                if let channel = channels[key] { return channel }
                let channel = try URLSessionChannel(key, request, in: context)
                channels[key] = channel
                return channel
            }
        }
    }

    #if canImport(Darwin)
        package let platformTransport: any Transport = URLSessionTransport.shared
    #endif
#endif
