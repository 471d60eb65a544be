import NIOCore
import NIOHTTP2

/// Stands behind the frame handler of an HTTP/2 connection, and hides from AsyncHTTPClient the events that it can't handle.
final class HTTP2ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias InboundOut = HTTP2Frame

    let uses = ConnectionUses()

    /// Closes the connection after an error, such as too many frames. Otherwise its streams would wait for their timeouts.
    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.fireErrorCaught(error)
        if !(error is NIOHTTP2Errors.StreamError) { context.close(promise: nil) }
    }

    /// Reports a limit of 0 streams as 1, because AsyncHTTPClient traps at 0. SwiftNIO holds back new streams until the server allows them.
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
