import AsyncHTTPClient
import NIOCore
import Synchronization

/// A client, and how many connections it has opened: AsyncHTTPClient doesn't tell whether a request went out on a new one.
final class PooledClient: Sendable {
    let client: HTTPClient
    private let counter: Counter

    private final class Counter: Sendable {
        let count = Atomic(0)
    }

    init(on eventLoopGroup: any EventLoopGroup, _ configuration: HTTPClient.Configuration) {
        let counter = Counter()
        self.counter = counter
        var configuration = configuration
        configuration.http1_1ConnectionDebugInitializer = { channel in
            counter.count.add(1, ordering: .relaxed)
            return InterimHeadLimit.add(to: channel)
        }
        configuration.http2ConnectionDebugInitializer = { channel in
            counter.count.add(1, ordering: .relaxed)
            return channel.eventLoop.makeSucceededVoidFuture()
        }
        client = HTTPClient(eventLoopGroup: eventLoopGroup, configuration: configuration)
    }

    var connectionCount: Int { counter.count.load(ordering: .relaxed) }
}
