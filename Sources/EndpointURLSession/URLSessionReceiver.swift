internal import EndpointHTTP
internal import Foundation
internal import Synchronization
#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

/// The delegate of a session, which forwards each event to its exchange.
final class URLSessionReceiver: NSObject, URLSessionDataDelegate {
    private let exchanges = Mutex<[Int: URLSessionExchange]>([:])

    #if canImport(Darwin)
        private let trust: URLSessionTrust

        init(trust: URLSessionTrust) { self.trust = trust }

        // Called for the TLS challenge, once for each connection.
        func urlSession(
            _ session: URLSession, didReceive challenge: URLAuthenticationChallenge,
            completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
        ) {
            let (disposition, credential) = trust.answer(challenge)
            completionHandler(disposition, credential)
        }

        // Called before the task completes.
        func urlSession(_ session: URLSession, task: URLSessionTask, didFinishCollecting metrics: URLSessionTaskMetrics) {
            guard let name = metrics.transactionMetrics.last?.networkProtocolName else { return }
            exchange(of: task)?.receive(protocolName: name)
        }
    #endif

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

    // Called when the server asks for a password. With the default handling, the 401 becomes the response.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
        completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
    ) {
        completionHandler(.performDefaultHandling, nil)
    }

    // A body that isn't in memory can't be read again, so it is sent only once.
    func urlSession(
        _ session: URLSession, task: URLSessionTask, needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
    ) {
        completionHandler(nil)
    }

    func urlSession(
        _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
        completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
    ) {
        // FoundationNetworking also reports interim heads.
        if let response = response as? HTTPURLResponse, !HTTPStatus(rawValue: response.statusCode).isInformational {
            exchange(of: dataTask)?.receive(response)
        }
        completionHandler(.allow)
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        exchange(of: dataTask)?.receive(data)
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let exchange = exchanges.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        if let response = task.response as? HTTPURLResponse, error == nil { exchange?.receive(response) }
        exchange?.finish(error)
    }
}
