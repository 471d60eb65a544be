internal import EndpointHTTP
internal import Foundation
#if canImport(FoundationNetworking)
    internal import FoundationNetworking
#endif

extension URLRequest {
    /// Returns the request, and the upload that supplies its body if the body isn't in memory.
    static func make(_ request: HTTPRequest, in context: TransferContext) async throws -> (URLRequest, URLSessionUpload?) {
        var made = URLRequest(url: request.url)
        made.httpMethod = request.method.rawValue
        // The session writes its own Content-Length. A caller's value that passed validation is the same.
        for field in request.headers where !field.name.equalsIgnoringASCIICase("Content-Length") {
            made.addValue(field.value, forHTTPHeaderField: field.name)
        }
        // Part of an encoded body can't be decoded on its own.
        if request.headers.contains("Range"), !request.headers.contains("Accept-Encoding") {
            made.setValue("identity", forHTTPHeaderField: "Accept-Encoding")
        }
        made.timeoutInterval = timeout(max(request.timeout, context.bodyTimeout ?? .zero))
        made.httpShouldHandleCookies = false
        #if canImport(Darwin)
            made.assumesHTTP3Capable = context.httpVersion == .http3
        #endif
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
        // A longer timeout is reduced to about a century, because infinity would trap.
        let seconds = min(timeout / .seconds(1), 3_000_000_000)
        #if canImport(Darwin)
            return seconds
        #else
            // On this platform, a session supports only whole seconds, and 0 means no timeout.
            return min(seconds.rounded(.up), 1_000_000)
        #endif
    }
}

#if !canImport(Darwin)
    /// A placeholder, because bodies are sent from memory on this platform.
    struct URLSessionUpload {
        func start(failing: @Sendable (any Error) -> Void) {}
        func stop() {}
    }
#endif
