import EndpointKit
import EndpointKitTesting
import Synchronization
import TestSupport

/// A list of three pages with one element each, which names the page and, by a letter, its call: `1a`, `2b`. Each call is answered at
/// its own time, by a clock that the test advances.
final class LetterService: Sendable {
    enum Answer: Sendable {
        case page(after: Int)
        case failure(after: Int)
    }

    private struct State {
        var calls: [String] = []
        var ended: [Int] = []
    }
    let clock = ManualClock()
    private let answers: [Answer]
    private let state = Mutex(State())

    /// The answers for the calls, in order. Additional calls are never answered, so that the test fails.
    init(_ answers: [Answer]) { self.answers = answers }

    /// When each call was made, and for which page: `3:2`.
    var calls: [String] { state.withLock { $0.calls } }
    /// How many calls were cancelled.
    var cancelledCount: Int { state.withLock { $0.ended.count } }

    var transport: StubTransport { StubTransport { try await self.answer($0) } }

    var list: LetterList { Route.get("letters").paged(by: .number()) }

    private func answer(_ request: HTTPRequest) async throws -> HTTPResponse {
        let page = request.query["page"].flatMap { Int($0) } ?? 1
        let index = state.withLock { state in
            state.calls.append("\(clock.now.offset.components.seconds):\(page)")
            return state.calls.count - 1
        }
        let answer = index < answers.count ? answers[index] : .failure(after: .max)
        do {
            switch answer {
            case .page(let time), .failure(let time): try await clock.sleep(for: .seconds(time))
            }
        } catch {
            state.withLock { $0.ended.append(index) }
            throw error
        }
        guard case .page = answer else { return HTTPResponse(status: 500) }
        let letter = Unicode.Scalar(UInt8(ascii: "a") + UInt8(index))
        return HTTPResponse(body: Data(#"{"elements": ["\#(page)\#(letter)"], "hasNextPage": \#(page < 3)}"#.utf8))
    }
}

struct LetterPage: Decodable, Sendable, PaginatedResponse {
    var elements: [String]
    var hasNextPage: Bool
}

typealias LetterList = PagedRequest<Route, PageNumber<LetterPage>>
