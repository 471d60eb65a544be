#if canImport(Darwin) || URLSessionTransport
    internal import Foundation
    #if canImport(FoundationNetworking)
        internal import FoundationNetworking
    #endif

    extension URLRequest {
        /// The request, and what feeds its body if that isn't in it.
        static func make(_ request: HTTPRequest) async throws -> (URLRequest, URLSessionUpload?) {
            var made = URLRequest(url: request.url)
            made.httpMethod = request.method.rawValue
            // A Content-Length that validation let through is what the session writes by itself.
            for field in request.headers where !field.name.equalsIgnoringASCIICase("Content-Length") {
                made.addValue(field.value, forHTTPHeaderField: field.name)
            }
            made.timeoutInterval = timeout(request.timeout)
            made.httpShouldHandleCookies = false
            guard let body = request.body else {
                if request.lacksExpectedBody { made.httpBody = Data() }
                return (made, nil)
            }
            if case .data(let data) = body.content {
                made.httpBody = data
                return (made, nil)
            }
            #if canImport(Darwin)
                if let length = body.length { made.setValue("\(length)", forHTTPHeaderField: "Content-Length") }
                let upload = try URLSessionUpload(body.chunks())
                made.httpBodyStream = upload.input
                return (made, upload)
            #else
                var whole = Data()
                for try await chunk in try body.chunks() { whole.append(chunk) }
                made.httpBody = whole
                return (made, nil)
            #endif
        }

        private static func timeout(_ timeout: Duration) -> TimeInterval {
            // What is longer than a century is one: infinity is a trap.
            let seconds = min(timeout / .seconds(1), 3_000_000_000)
            #if canImport(Darwin)
                return seconds
            #else
                // Whole seconds are all it knows; less than one is none.
                return min(seconds.rounded(.up), 1_000_000)
            #endif
        }
    }

    #if !canImport(Darwin)
        /// There is none: bodies are sent from memory.
        struct URLSessionUpload {
            func start(failing: @Sendable (any Error) -> Void) {}
            func stop() {}
        }
    #endif
#endif
