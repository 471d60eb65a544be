import EndpointKit
import Foundation
import NIOCore
import NIOPosix
import NIOSSL

/// Answers each request with 200 and the body "ok": over TLS as 127.0.0.1, or at a Unix socket.
struct NIOServer: Sendable {
    private let channel: any Channel

    /// Over TLS, at a free port.
    init() async throws {
        var tls = TLSConfiguration.makeServerConfiguration(
            certificateChain: try NIOSSLCertificate.fromPEMBytes(Array(Self.certificate.utf8)).map { .certificate($0) },
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(Self.key.utf8), format: .pem)))
        tls.applicationProtocols = ["http/1.1"]
        let context = try NIOSSLContext(configuration: tls)
        channel = try await Self.bootstrap { try $0.addHandler(NIOSSLServerHandler(context: context)) }
            .bind(host: "127.0.0.1", port: 0).get()
    }

    init(unixSocket path: String) async throws {
        channel = try await Self.bootstrap { _ in }.bind(unixDomainSocketPath: path).get()
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    func close() async throws { try await channel.close() }

    private static func bootstrap(
        _ add: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void
    ) -> ServerBootstrap {
        ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton).childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture {
                try add(channel.pipeline.syncOperations)
                try channel.pipeline.syncOperations.addHandler(Answerer())
            }
        }
    }

    private final class Answerer: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private var head = ""

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            head += String(buffer: unwrapInboundIn(data))
            guard head.hasSuffix("\r\n\r\n") else { return }
            head = ""
            let answer = ByteBuffer(string: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            context.writeAndFlush(wrapOutboundOut(answer), promise: nil)
        }
    }

    /// A self-signed certificate, only for tests.
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBTjCB9qADAgECAhQC9PwxTJXXgOxyIcvFRHYapp47fzAKBggqhkjOPQQDAjAU
        MRIwEAYDVQQDDAkxMjcuMC4wLjEwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEw
        MDAwMDBaMBQxEjAQBgNVBAMMCTEyNy4wLjAuMTBZMBMGByqGSM49AgEGCCqGSM49
        AwEHA0IABAxB9pbvIPBllG09ZhdBV6O5xAdk1qtvXwgXUUqCRmBR+d9A9TxmPixG
        dKquv+VZ8lm40hzgyA3YdsIsbuQz0m2jJDAiMA8GA1UdEwEB/wQFMAMBAf8wDwYD
        VR0RBAgwBocEfwAAATAKBggqhkjOPQQDAgNHADBEAiBq4IgvtotykQnKP63E4egB
        IGcKlk/Qe6xFtwEQfe8SmQIgGoOlNmwubciswsA/c2e991LGH//uwGEi+tu+g32l
        G5c=
        -----END CERTIFICATE-----
        """
    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgdw6cgFnO7mb5xOwW
        rNB+tfIby/252p3ojmSZqpayjMqhRANCAAQMQfaW7yDwZZRtPWYXQVejucQHZNar
        b18IF1FKgkZgUfnfQPU8Zj4sRnSqrr/lWfJZuNIc4MgN2HbCLG7kM9Jt
        -----END PRIVATE KEY-----
        """
}
