import Foundation
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// Speaks HTTP/2 over TLS as 127.0.0.1, and answers each request with frames, which may be invalid.
struct HTTP2Server: Sendable {
    typealias Payload = HTTP2Frame.FramePayload

    /// The frames for a request, by its path and the number of requests before it.
    typealias Script = @Sendable (_ path: String, _ number: Int) -> [Payload]

    private let channel: any Channel
    private let paths: Paths

    private final class Paths: Sendable {
        let all = Mutex<[String]>([])
    }

    /// - Parameter later: settings that are sent immediately after the first ones.
    init(_ settings: HTTP2Settings = [], later: HTTP2Settings? = nil, _ script: @escaping Script) async throws {
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(NIOServer.certificate.utf8)).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(NIOServer.key.utf8), format: .pem)))
        tls.applicationProtocols = ["h2"]
        let context = try NIOSSLContext(configuration: tls)
        let paths = Paths()
        self.paths = paths
        channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                let pipeline = channel.pipeline.syncOperations
                try pipeline.addHandler(NIOSSLServerHandler(context: context))
                try pipeline.addHandler(
                    NIOHTTP2Handler(
                        mode: .server, initialSettings: settings + [HTTP2Setting(parameter: .initialWindowSize, value: 1 << 30)],
                        headerBlockValidation: .disabled, contentLengthValidation: .disabled))
                if let later { try pipeline.addHandler(LaterSettings(later)) }
                try pipeline.addHandler(
                    HTTP2StreamMultiplexer(mode: .server, channel: channel) { stream in
                        stream.eventLoop.makeCompletedFuture {
                            try stream.pipeline.syncOperations.addHandler(
                                Answerer { path in
                                    script(
                                        path,
                                        paths.all.withLock { paths in
                                            paths.append(path)
                                            return paths.count - 1
                                        })
                                })
                        }
                    })
            }
        }.bind(host: "127.0.0.1", port: 0).get()
    }

    var port: Int { channel.localAddress?.port ?? 0 }
    /// The paths of the requests so far.
    var requests: [String] { paths.all.withLock { $0 } }

    func close() async throws { try await channel.close() }

    static func head(_ status: String, ends: Bool = false) -> Payload {
        .headers(.init(headers: HPACKHeaders([(":status", status)]), endStream: ends))
    }

    static func data(_ text: String) -> Payload { .data(.init(data: .byteBuffer(ByteBuffer(string: text)), endStream: true)) }

    private final class LaterSettings: ChannelInboundHandler {
        typealias InboundIn = HTTP2Frame
        typealias OutboundOut = HTTP2Frame
        private let settings: HTTP2Settings

        init(_ settings: HTTP2Settings) { self.settings = settings }

        func channelActive(context: ChannelHandlerContext) {
            context.writeAndFlush(wrapOutboundOut(HTTP2Frame(streamID: .rootStream, payload: .settings(.settings(settings)))), promise: nil)
            context.fireChannelActive()
        }
    }

    private final class Answerer: ChannelInboundHandler {
        typealias InboundIn = Payload
        typealias OutboundOut = Payload
        private let answer: (String) -> [Payload]

        init(_ answer: @escaping (String) -> [Payload]) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .headers(let head) = unwrapInboundIn(data) else { return }
            for payload in answer(head.headers.first(name: ":path") ?? "") {
                let connection = context.channel.parent
                switch payload {
                case .goAway:
                    connection?.writeAndFlush(HTTP2Frame(streamID: .rootStream, payload: payload), promise: nil)
                    connection?.close(promise: nil)
                // Lets the client send, but reads nothing more.
                case .windowUpdate:
                    connection?.writeAndFlush(HTTP2Frame(streamID: .rootStream, payload: payload), promise: nil)
                    _ = connection?.setOption(.autoRead, value: false)
                default: context.writeAndFlush(wrapOutboundOut(payload), promise: nil)
                }
            }
        }
    }
}
