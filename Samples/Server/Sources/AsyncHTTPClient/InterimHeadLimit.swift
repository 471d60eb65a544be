import NIOCore
import NIOHTTP1

/// Ends a connection whose server sends interim heads (1xx) without end: AsyncHTTPClient skips any number of them.
final class InterimHeadLimit: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    struct Exceeded: Error, CustomStringConvertible {
        var description: String { "it has more than \(InterimHeadLimit.limit) interim heads" }
    }

    private static let limit = 1000
    private var count = 0

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if case .head(let head) = unwrapInboundIn(data) { count = (100..<200).contains(head.status.code) ? count + 1 : 0 }
        guard count > Self.limit else { return context.fireChannelRead(data) }
        context.fireErrorCaught(Exceeded())
        context.close(promise: nil)
    }

    /// Adds one where the connection's responses are parsed.
    static func add(to channel: any Channel) -> EventLoopFuture<Void> {
        channel.eventLoop.submit {
            let pipeline = channel.pipeline.syncOperations
            let parser = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
            try pipeline.addHandler(InterimHeadLimit(), position: .after(parser))
        }
    }
}
