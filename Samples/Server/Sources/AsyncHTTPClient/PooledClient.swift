import AsyncHTTPClient
import NIOCore
import Synchronization

/// A client, and the exchanges that run on it.
final class PooledClient: Sendable {
    let client: HTTPClient
    let exchanges: RunningExchanges

    init(on eventLoopGroup: any EventLoopGroup, _ configuration: HTTPClient.Configuration) {
        let exchanges = RunningExchanges()
        self.exchanges = exchanges
        var configuration = configuration
        configuration.http1_1ConnectionDebugInitializer = { ExchangeHandler.add(to: $0, exchanges) }
        configuration.http2ConnectionDebugInitializer = { ExchangeHandler.add(toConnection: $0) }
        configuration.http2StreamChannelDebugInitializer = { ExchangeHandler.add(toStream: $0, exchanges) }
        client = HTTPClient(eventLoopGroup: eventLoopGroup, configuration: configuration)
    }

    deinit { client.shutdown { _ in } }
}

/// The exchanges in flight, by name.
final class RunningExchanges: Sendable {
    private let exchanges = Mutex<[String: Exchange]>([:])

    func add(_ exchange: Exchange) { exchanges.withLock { $0[exchange.name] = exchange } }

    func remove(_ exchange: Exchange) { exchanges.withLock { $0[exchange.name] = nil } }

    subscript(name: String) -> Exchange? { exchanges.withLock { $0[name] } }
}
