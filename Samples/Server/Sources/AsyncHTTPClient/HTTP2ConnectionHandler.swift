import NIOCore
import NIOHTTP2

/// Stands behind the frames of an HTTP/2 connection, and keeps from AsyncHTTPClient what it can't handle.
final class HTTP2ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame

    let uses = ConnectionUses()

    /// After an error of the connection, such as too many frames, its streams would wait for their timeouts.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(error)
        if !(error is NIOHTTP2Errors.StreamError) { context.close(promise: nil) }
    }

    /// AsyncHTTPClient traps if a server allows no streams for a while. SwiftNIO keeps new streams back until it does.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var frame = unwrapInboundIn(data)
        guard case .settings(.settings(let settings)) = frame.payload else { return context.fireChannelRead(data) }
        frame.payload = .settings(
            .settings(
                settings.map {
                    $0.parameter == .maxConcurrentStreams && $0.value == 0 ? HTTP2Setting(parameter: $0.parameter, value: 1) : $0
                }))
        context.fireChannelRead(wrapInboundOut(frame))
    }
}
