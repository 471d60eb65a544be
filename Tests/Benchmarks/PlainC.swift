import CurlBaseline
import EndpointKit
import Glibc
import TestSupport

/// A request made in plain C over the same libcurl, with the options, the fields and the handle reuse of `CurlTransport`.
struct PlainC {
    private let url: String
    private let fields: [String]

    init(_ request: HTTPRequest) {
        url = request.url.absoluteString
        fields = request.headers.fields.map { "\($0.name): \($0.value)" }
    }

    /// Makes the request `calls` times, with a maximum number in flight. `isRight` is called with each complete body.
    func get(calls: Int, inFlight: Int, isRight: @escaping (UnsafeRawBufferPointer) -> Bool) throws {
        let bodies = Bodies(isRight)
        let answered = withRequest { request in
            withUnsafePointer(to: request) { request in
                baseline_get(
                    request, Int32(calls), Int32(inFlight),
                    { context, bytes, count in
                        guard let context else { return }
                        Unmanaged<Bodies>.fromOpaque(context).takeUnretainedValue().take(UnsafeRawBufferPointer(start: bytes, count: count))
                    }, Unmanaged.passUnretained(bodies).toOpaque())
            }
        }
        try require(answered == calls && bodies.right == calls, "plain C had \(bodies.right) right answers to \(calls) calls")
    }

    /// Makes the request once and drops the body, which has `size` bytes.
    func download(_ size: Int) throws {
        let received = withRequest { request in withUnsafePointer(to: request) { baseline_download($0) } }
        try require(received == size, "plain C received \(received) of \(size) bytes")
    }

    private func withRequest<Value>(_ body: (baseline_request) -> Value) -> Value {
        let lines: [UnsafePointer<CChar>?] = fields.map { line in strdup(line).map { UnsafePointer($0) } }
        defer { for line in lines { free(UnsafeMutableRawPointer(mutating: line)) } }
        return url.withCString { url in
            lines.withUnsafeBufferPointer { lines in
                body(
                    baseline_request(
                        url: url, fields: lines.baseAddress, field_count: Int32(lines.count),
                        reuses_handles: CurlVersion.loaded.reusesHandles))
            }
        }
    }

    private final class Bodies {
        private let isRight: (UnsafeRawBufferPointer) -> Bool
        private(set) var right = 0

        init(_ isRight: @escaping (UnsafeRawBufferPointer) -> Bool) { self.isRight = isRight }

        func take(_ body: UnsafeRawBufferPointer) { if isRight(body) { right += 1 } }
    }
}
