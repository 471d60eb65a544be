import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Stands between a connection and AsyncHTTPClient, and tells an exchange what AsyncHTTPClient doesn't: that its request goes out, whether on
/// a connection that was used before, that an interim head has come, and where its response ends. It also refuses a head that
/// AsyncHTTPClient can't handle.
final class ExchangeHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart
    typealias OutboundIn = HTTPClientRequestPart
    typealias OutboundOut = HTTPClientRequestPart

    /// The connection was closed because of a head.
    struct Refusal: Error, CustomStringConvertible {
        let description: String
    }

    /// The name of the field that names a request's exchange. It isn't sent.
    static let field = "EndpointKit-Exchange"
    /// The maximum number of interim heads (1xx) of a response: AsyncHTTPClient skips any number of them.
    private static let interimLimit = 1000

    private let exchanges: RunningExchanges
    private let uses: ConnectionUses
    private var exchange: Exchange?
    private var interimCount = 0
    private var bodyLength = 0
    private var isRefused = false

    init(_ exchanges: RunningExchanges, _ uses: ConnectionUses) {
        self.exchanges = exchanges
        self.uses = uses
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .head(var head) = unwrapOutboundIn(data), let name = head.headers.first(name: Self.field) else {
            return context.write(data, promise: promise)
        }
        head.headers.remove(name: Self.field)
        (interimCount, bodyLength) = (0, 0)
        exchange = exchanges[name]
        exchange?.didBegin(isConnectionReused: uses.count > 0)
        uses.count += 1
        context.write(wrapOutboundOut(.head(head)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isRefused { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            if let refusal = refusal(of: head) {
                isRefused = true
                context.fireErrorCaught(refusal)
                return context.close(promise: nil)
            }
        case .body(let part): bodyLength += part.readableBytes
        case .end:
            context.fireChannelRead(data)
            exchange?.didReceiveEnd(after: bodyLength)
            exchange = nil
            return
        }
        context.fireChannelRead(data)
    }

    private func refusal(of head: HTTPResponseHead) -> Refusal? {
        // AsyncHTTPClient skips it like an interim head, and traps when its body comes.
        if head.status.code < 100 { return Refusal(description: "its status is below 100") }
        if head.status.code >= 200 { return nil }
        interimCount += 1
        exchange?.didReceiveInterimHead()
        return interimCount > Self.interimLimit ? Refusal(description: "it has more than \(Self.interimLimit) interim heads") : nil
    }
}

/// Counts the requests of a connection, on its event loop.
final class ConnectionUses: ChannelInboundHandler {
    typealias InboundIn = NIOAny

    var count = 0
}

extension ExchangeHandler {
    /// Adds one to a connection of HTTP/1, behind the parser of responses.
    static func add(to channel: any Channel, _ exchanges: RunningExchanges) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(ExchangeHandler(exchanges, ConnectionUses()), position: .after(parser))
        }
    }

    /// Adds a count to a connection of HTTP/2.
    static func add(toConnection channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit { try channel.pipeline.syncOperations.addHandler(ConnectionUses(), position: .first) }
    }

    /// Adds one to a stream of HTTP/2.
    static func add(toStream channel: any Channel, _ exchanges: RunningExchanges) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
            let uses = try channel.parent?.pipeline.syncOperations.handler(type: ConnectionUses.self)
            try pipeline.addHandler(ExchangeHandler(exchanges, uses ?? ConnectionUses()), position: .after(codec))
        }
    }
}
