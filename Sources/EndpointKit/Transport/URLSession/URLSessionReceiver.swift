#if canImport(Darwin) || URLSessionTransport
    internal import Foundation
    internal import Synchronization
    #if canImport(FoundationNetworking)
        internal import FoundationNetworking
    #endif

    /// Takes what a session reports to the exchange it belongs to.
    final class URLSessionReceiver: NSObject, URLSessionDataDelegate {
        private let exchanges = Mutex<[Int: URLSessionExchange]>([:])

        func begin(_ exchange: URLSessionExchange, of task: URLSessionTask) {
            exchanges.withLock { $0[task.taskIdentifier] = exchange }
        }

        private func exchange(of task: URLSessionTask) -> URLSessionExchange? {
            exchanges.withLock { $0[task.taskIdentifier] }
        }

        func urlSession(
            _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
            newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
        ) {
            completionHandler(nil)
        }

        func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
            if exchange(of: dataTask)?.receive(data) == false { dataTask.cancel() }
        }

        func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
            let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
            exchange?.finish(task.response as? HTTPURLResponse, error: error)
        }
    }

    /// One request on its way through a session, and what has come back so far.
    final class URLSessionExchange: Sendable {
        private struct State {
            var body = Data()
            var isTooLarge = false
            var continuation: CheckedContinuation<HTTPResponse, any Error>?
        }
        private let request: HTTPRequest
        private let state = Mutex(State())

        init(request: HTTPRequest) { self.request = request }

        func start(_ continuation: CheckedContinuation<HTTPResponse, any Error>) {
            state.withLock { $0.continuation = continuation }
        }

        /// False when the body is larger than the request's limit.
        func receive(_ data: Data) -> Bool {
            state.withLock { state in
                state.isTooLarge = state.body.count + data.count > request.bodyLimit
                if !state.isTooLarge { state.body.append(data) }
                return !state.isTooLarge
            }
        }

        func finish(_ response: HTTPURLResponse?, error: (any Error)?) {
            let state = state.withLock { state in
                defer { state.continuation = nil }
                return state
            }
            if state.isTooLarge {
                state.continuation?.resume(
                    throwing: APIError(
                        .bodyTooLarge, "The response's body is larger than the limit of \(request.bodyLimit) bytes.", request: request))
            } else if let error {
                state.continuation?.resume(throwing: failure(error))
            } else if let response {
                state.continuation?.resume(returning: made(response, body: state.body))
            } else {
                state.continuation?.resume(throwing: TransportFailure(.disconnected, detail: "no response came").error(for: request))
            }
        }

        private func made(_ response: HTTPURLResponse, body: Data) -> HTTPResponse {
            var headers = HTTPHeaders()
            for (name, value) in response.allHeaderFields {
                if let name = name as? String, let value = value as? String { headers.append(name, value) }
            }
            return HTTPResponse(status: HTTPStatus(rawValue: response.statusCode), headers: headers, body: body, url: response.url)
        }

        private func failure(_ error: any Error) -> any Error {
            guard let error = error as? URLError else { return error }
            let reason: TransportFailure.Reason
            switch error.code {
            case .cancelled: return CancellationError()
            case .timedOut: reason = .timeout
            case .cannotFindHost, .dnsLookupFailed: reason = .nameResolution
            case .cannotConnectToHost, .notConnectedToInternet: reason = .connect
            case .networkConnectionLost: reason = .disconnected
            case .badServerResponse, .cannotParseResponse, .cannotDecodeContentData, .cannotDecodeRawData: reason = .malformed
            case .secureConnectionFailed, .serverCertificateHasBadDate, .serverCertificateUntrusted, .serverCertificateHasUnknownRoot,
                .serverCertificateNotYetValid, .clientCertificateRejected, .clientCertificateRequired:
                reason = .tls
            default: reason = .other
            }
            return TransportFailure(reason, detail: error.localizedDescription).error(for: request)
        }
    }
#endif
