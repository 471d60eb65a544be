import NIOCore
import NIOHTTP1
import NIOHTTP2

/// Stands between AsyncHTTPClient and a connection or an HTTP/2 stream. It reports to an exchange what AsyncHTTPClient doesn't: that its
/// request is being sent, whether the connection was used before, that an interim head has arrived, and where its response ends. It also
/// holds back events that AsyncHTTPClient 1.37 can't handle.
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
    /// The maximum number of interim heads (1xx) before a response. AsyncHTTPClient alone skips any number of them.
    private static let interimLimit = 1000

    private let exchanges: RunningExchanges
    private let uses: ConnectionUses
    private var exchange: Exchange?
    private var interimCount = 0
    private var bodyLength = 0
    /// Whether the whole request has been sent.
    private var isSent = false
    private var isOver = false
    /// Whether the closing of the connection is hidden from AsyncHTTPClient until the exchange is complete, and whether the connection has
    /// closed.
    private var isHeldBack = false
    private var isInactive = false
    private var isWritingHead = false
    private var hasWritabilityChanged = false

    init(_ exchanges: RunningExchanges, _ uses: ConnectionUses) {
        self.exchanges = exchanges
        self.uses = uses
    }

    // MARK: The request

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(var head):
            (interimCount, bodyLength, isSent, isWritingHead) = (0, 0, false, true)
            exchange = head.headers.first(name: Self.field).flatMap { exchanges[$0] }
            head.headers.remove(name: Self.field)
            exchange?.didBegin(isConnectionReused: uses.count > 0)
            uses.count += 1
            return context.write(wrapOutboundOut(.head(head)), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            // The other promise may belong to another event loop.
            let sent = context.eventLoop.makePromise(of: Void.self)
            sent.futureResult.assumeIsolated().whenSuccess { self.isSent = true }
            sent.futureResult.cascade(to: promise)
            context.write(data, promise: sent)
        }
    }

    func flush(context: ChannelHandlerContext) {
        context.flush()
        isWritingHead = false
        guard hasWritabilityChanged else { return }
        hasWritabilityChanged = false
        context.eventLoop.assumeIsolated().execute { context.fireChannelWritabilityChanged() }
    }

    /// AsyncHTTPClient traps if a large head fills the connection while it is being written.
    func channelWritabilityChanged(context: ChannelHandlerContext) {
        if isWritingHead { hasWritabilityChanged = true } else { context.fireChannelWritabilityChanged() }
    }

    // MARK: The response

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isOver { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            if let refusal = refusal(of: head) {
                isOver = true
                context.fireErrorCaught(refusal)
                return context.close(promise: nil)
            }
        case .body(let part): bodyLength += part.readableBytes
        case .end:
            let exchange = exchange.take()
            // The exchange ends here, and closes the stream or the connection. Without this, AsyncHTTPClient would wait until the rest of
            // the request is sent, which never happens after a refusal, or would trap if the connection is lost.
            if let exchange, !isSent {
                (isOver, isHeldBack) = (true, true)
                let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
                return exchange.didReceiveEarlyEnd(after: bodyLength) {
                    bound.eventLoop.execute { bound.value.0.release(bound.value.1) }
                }
            }
        }
        context.fireChannelRead(data)
    }

    // After an early response, errors are ignored: a server may reset the stream right after it (RFC 9113, section 8.1), and
    // AsyncHTTPClient would then drop the rest of the response.

    func errorCaught(context: ChannelHandlerContext, error: any Error) { if !isOver { context.fireErrorCaught(error) } }

    func channelInactive(context: ChannelHandlerContext) {
        if isHeldBack { isInactive = true } else { context.fireChannelInactive() }
    }

    private func release(_ context: ChannelHandlerContext) {
        isHeldBack = false
        if isInactive { context.fireChannelInactive() }
    }

    private func refusal(of head: HTTPResponseHead) -> Refusal? {
        // AsyncHTTPClient skips such a head like an interim one, and traps when its body arrives.
        if head.status.code < 100 { return Refusal(description: "its status is below 100") }
        if head.status.code >= 200 { return nil }
        interimCount += 1
        exchange?.didReceiveInterimHead()
        return interimCount > Self.interimLimit ? Refusal(description: "it has more than \(Self.interimLimit) interim heads") : nil
    }
}

/// The number of requests on a connection. Used only on the connection's event loop.
final class ConnectionUses {
    var count = 0
}

// AsyncHTTPClient calls these on the event loop, and needs their work to be done when they return. Otherwise the connection's handlers
// could receive events in a state in which they trap.
extension ExchangeHandler {
    /// Adds a handler to an HTTP/1 connection, behind the parser of responses.
    static func add(to channel: any Channel, _ exchanges: RunningExchanges) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(ExchangeHandler(exchanges, ConnectionUses()), position: .after(parser))
        }
    }

    /// Adds the handler that the streams of an HTTP/2 connection have in common.
    static func add(toConnection channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let frames = try channel.pipeline.syncOperations.handler(type: NIOHTTP2Handler.self)
            try channel.pipeline.syncOperations.addHandler(HTTP2ConnectionHandler(), position: .after(frames))
        }
    }

    /// Adds a handler to an HTTP/2 stream.
    static func add(toStream channel: any Channel, _ exchanges: RunningExchanges) -> EventLoopFuture<Void> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            let codec = try pipeline.handler(type: HTTP2FramePayloadToHTTP1ClientCodec.self)
            let connection = try channel.parent?.pipeline.syncOperations.handler(type: HTTP2ConnectionHandler.self)
            try pipeline.addHandler(ExchangeHandler(exchanges, connection?.uses ?? ConnectionUses()), position: .after(codec))
        }
    }
}
