import Dispatch
import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct CallbackQueueTests {
    let client: APIClient

    init() throws { client = try APIClient.example(StubTransport(HTTPResponse(body: Data("a".utf8)))) }

    @Test func `CallbackQueue: a completion on the main queue runs on the main actor`() async {
        let ended = Signal()
        client.data(.get("items")).start(on: .main) { _ in
            dispatchPrecondition(condition: .onQueue(.main))
            ended.give()
        }
        await ended.wait()
    }

    @Test func `CallbackQueue: a completion on another queue runs there`() async {
        let queue = DispatchQueue(label: "completions")
        let ended = Signal()
        client.data(.get("items")).start(on: .queue(queue)) { _ in
            dispatchPrecondition(condition: .onQueue(queue))
            ended.give()
        }
        await ended.wait()
    }

    @Test func `CallbackQueue: the immediate queue calls a completion without waiting`() async {
        // Blocks the only queue that the call could wait for.
        let mayEnd = BlockingSignal()
        let queue = DispatchQueue(label: "blocked")
        queue.async { mayEnd.wait() }
        let ended = Signal()
        client.data(.get("items")).start(on: .immediate) { _ in ended.give() }
        await ended.wait()
        mayEnd.give()
    }
}
