import EndpointKit
import Synchronization
import TestSupport

/// Answers with streams, and records every request. A call for a whole body fails.
final class ChunkTransport: Transport {
    private let recorded = Recorder<HTTPRequest>()
    private let answer: @Sendable (_ number: Int, HTTPRequest) throws -> HTTPResponseStream

    /// `answer` receives the number of the request, starting at 1.
    init(_ answer: @escaping @Sendable (Int, HTTPRequest) throws -> HTTPResponseStream) { self.answer = answer }

    convenience init(_ chunks: [Data], headers: HTTPHeaders = [:]) {
        self.init { _, _ in HTTPResponseStream(headers: headers, body: .chunks(chunks)) }
    }

    var requests: [HTTPRequest] { recorded.values }

    struct NotStreamed: Error {}
    func send(_ request: HTTPRequest, in context: TransferContext) throws -> HTTPResponse { throw NotStreamed() }

    func stream(_ request: HTTPRequest, in context: TransferContext) throws -> HTTPResponseStream {
        try answer(recorded.record(request), request)
    }
}

extension HTTPResponseStream.Body {
    /// The chunks one by one, and then `error`, if there is one.
    static func chunks(_ chunks: [Data], then error: (any Error)? = nil) -> Self {
        let rest = Mutex(chunks[...])
        return Self {
            let chunk = rest.withLock { $0.popFirst() }
            if chunk == nil, let error { throw error }
            return chunk
        }
    }

    static func text(_ text: String, then error: (any Error)? = nil) -> Self { .chunks([Data(text.utf8)], then: error) }
}

/// The bytes split in two at every position, and split into single bytes.
func cuts(of bytes: [UInt8]) -> [[Data]] {
    (0...bytes.count).map { [Data(bytes[..<$0]), Data(bytes[$0...])] } + [bytes.map { Data([$0]) }]
}

extension AsyncSequence {
    func collected() async throws -> [Element] {
        var elements: [Element] = []
        for try await element in self { elements.append(element) }
        return elements
    }
}
