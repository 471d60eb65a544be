import EndpointConformance
import EndpointKit
import EndpointKitTesting
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

/// Unrequested bytes after a server's response, which would be taken for the next response on a reused connection.
@Suite struct StrayInputTests {
    let transport = CurlTransport()
    private static let rounds = 6

    /// The three kinds of responses without a body, whatever their fields say.
    private static let bodiless: [(HTTPMethod, String)] = [
        (.head, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n"), (.get, "HTTP/1.1 204 No Content\r\n\r\n"),
        (.get, "HTTP/1.1 304 Not Modified\r\n\r\n"),
    ]
    private static let forged = "HTTP/1.1 200 OK\r\nContent-Length: 6\r\n\r\nFORGED"
    private static let mine = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nmine"

    /// Answers a bodiless request in two parts, and other requests correctly.
    private static func serve(
        _ head: String, _ bodyless: String, mayForge: BlockingSignal, forged: Signal,
        read: () throws -> String?, write: (String) throws -> Void
    ) throws {
        while let request = try read() {
            if request == bodyless {
                try write(head)
                mayForge.wait()
                // A client may have closed the connection, which is also correct.
                defer { forged.give() }
                try write(Self.forged)
            } else {
                try write(Self.mine)
            }
        }
    }

    /// Both requests of each round use the existing connections.
    private func run(
        _ origin: Origin, _ method: HTTPMethod, in context: TransferContext, mayForge: BlockingSignal, forged: Signal
    ) async throws {
        for round in 0..<Self.rounds {
            let bodyless = HTTPRequest(method: method, origin: origin, path: "bodyless", timeout: .seconds(600))
            #expect(try await transport.send(bodyless, in: context).body.isEmpty, "round \(round)")
            mayForge.give()
            await forged.wait()
            let request = HTTPRequest(origin: origin, path: "mine", timeout: .seconds(600))
            let body = try await transport.send(request, in: context).body
            #expect(String(decoding: body, as: UTF8.self) == "mine", "round \(round)")
        }
    }

    @Test(arguments: ["Content-Length: 5", "Transfer-Encoding: chunked"])
    func `Stray input: a 204 that announces a body ends its connection`(field: String) async throws {
        let server = try LoopbackServer(raw: { connection in
            while let request = try connection.readRequest() {
                let isFirst = request.path == "/bodyless"
                try connection.write(isFirst ? "HTTP/1.1 204 No Content\r\n\(field)\r\n\r\n" : Self.mine)
            }
        })
        for _ in 0..<2 {
            #expect(try await transport.send(HTTPRequest(origin: server.origin, path: "bodyless")).status == .noContent)
            #expect(try await transport.send(HTTPRequest(origin: server.origin)).body == Data("mine".utf8))
        }
        // The first connection is closed. The second request of each round opens one, which the next round reuses.
        #expect(server.acceptedCount == 3)
    }

    /// A check of the connection before the next request can't detect such a body.
    @Test(arguments: [false, true])
    func `Stray input: a body after HEAD that arrives late isn't taken for the next request's response`(isStreamed: Bool) async throws {
        let server = try LoopbackServer(raw: { connection in
            var hasAnsweredHead = false
            while let request = try connection.readRequest() {
                if request.method == .head {
                    hasAnsweredHead = true
                    try connection.write(Self.bodiless[0].1)
                } else {
                    try connection.write((hasAnsweredHead ? Self.forged : "") + Self.mine)
                }
            }
        })
        for round in 0..<Self.rounds {
            let head = HTTPRequest(method: .head, origin: server.origin, timeout: .seconds(600))
            if isStreamed { _ = try await transport.stream(head).body.collected(limit: 9) } else { _ = try await transport.send(head) }
            #expect(try await transport.send(.get(server)).body == Data("mine".utf8), "round \(round)")
        }
    }

    @Test(arguments: bodiless) func `Stray input: a late body on plain TCP isn't taken for a response`(
        method: HTTPMethod, head: String
    ) async throws {
        let (mayForge, forged) = (BlockingSignal(), Signal())
        let server = try LoopbackServer(raw: { connection in
            try Self.serve(
                head, "/bodyless", mayForge: mayForge, forged: forged, read: { try connection.readRequest()?.path.encoded },
                write: { try connection.write($0) })
        })
        try await run(server.origin, method, in: .standard, mayForge: mayForge, forged: forged)
    }

    @Test(.enabled(if: SystemProgram.isInstalled("openssl")), arguments: bodiless)
    func `Stray input: a late body on TLS isn't taken for a response`(
        method: HTTPMethod, head: String
    ) async throws {
        let (mayForge, forged) = (BlockingSignal(), Signal())
        let certificates = try await Certificates.shared
        let server = try LoopbackServer(tls: certificates.server) { connection in
            try Self.serve(
                head, "/bodyless", mayForge: mayForge, forged: forged,
                read: { connection.readRequest().map { String($0.head.split(separator: " ")[1]) } }, write: { try connection.write($0) })
        }
        var context = TransferContext()
        context.connection.tls.certificateAuthorities = certificates.authority.url
        try await run(server.tlsOrigin, method, in: context, mayForge: mayForge, forged: forged)
    }

    @Test(arguments: bodiless)
    func `Stray input: a late body on a Unix socket isn't taken for a response`(method: HTTPMethod, head: String) async throws {
        let (mayForge, forged) = (BlockingSignal(), Signal())
        let server = try UnixServer { connection in
            try Self.serve(
                head, "/bodyless", mayForge: mayForge, forged: forged, read: { connection.readPath() }, write: { try connection.write($0) })
        }
        var context = TransferContext()
        context.connection.unixSocket = server.path
        let origin = try #require(Origin(scheme: .http, host: "localhost"))
        try await run(origin, method, in: context, mayForge: mayForge, forged: forged)
    }

    /// An unread response on a busy connection doesn't keep another request from using an idle connection.
    @Test func `CurlTransport: many calls over a Unix socket use as many connections as calls in flight`() async throws {
        let (inFlight, rounds) = (20, 6)
        let everyone = Meeting(of: inFlight)
        let server = try UnixServer { connection in
            while let path = connection.readPath() {
                everyone.wait()
                try connection.write("HTTP/1.1 200 OK\r\nContent-Length: \(path.utf8.count)\r\n\r\n\(path)")
            }
        }
        var context = TransferContext()
        context.connection.unixSocket = server.path
        let origin = try #require(Origin(scheme: .http, host: "localhost"))
        for round in 0..<rounds {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<inFlight {
                    group.addTask { [transport, context] in
                        let path = "/\(round)/\(number)"
                        let request = HTTPRequest(origin: origin, path: Path("\(round)/\(number)"), timeout: .seconds(600))
                        let body = try await transport.send(request, in: context).body
                        #expect(String(decoding: body, as: UTF8.self) == path)
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(server.connectionCount == (CurlVersion.loaded.numbersConnections ? inFlight : inFlight * rounds))
    }

    @Test(.enabled(if: SystemProgram.isInstalled("openssl"))) func `Stray input: mixed exchanges each get their own response`() async throws
    {
        _ = try await MixedExchanges(on: transport).run(480, seed: 1)
    }

    /// A record's header has five bytes.
    @Test(.enabled(if: SystemProgram.isInstalled("openssl")), arguments: [1, 4, 5, 6, 20])
    func `CurlTransport: a partial TLS record on an idle connection isn't taken for a response`(firstBytes: Int) async throws {
        let (forged, mayEnd) = (Signal(), BlockingSignal())
        let certificates = try await Certificates.shared
        let server = try LoopbackServer(tls: certificates.server) { connection in
            while let request = connection.readRequest() {
                guard request.head.hasPrefix("HEAD") else {
                    try connection.write(Self.mine)
                    continue
                }
                try connection.write(Self.bodiless[0].1)
                try connection.write(Self.forged, firstBytes: firstBytes) {
                    forged.give()
                    mayEnd.wait()
                }
            }
        }
        var context = TransferContext()
        context.connection.tls.certificateAuthorities = certificates.authority.url
        let trusting = context
        for round in 0..<Self.rounds {
            _ = try await transport.send(HTTPRequest(method: .head, origin: server.tlsOrigin, timeout: .seconds(600)), in: trusting)
            await forged.wait()
            let request = HTTPRequest(origin: server.tlsOrigin, timeout: .seconds(600))
            async let response = transport.send(request, in: trusting)
            mayEnd.give()
            #expect(try await String(decoding: response.body, as: UTF8.self) == "mine", "round \(round)")
        }
    }

    @Test(.enabled(if: SystemProgram.isInstalled("openssl")))
    func `Stray input: a late session ticket leaves its connection reusable`() async throws {
        let (maySend, sent) = (BlockingSignal(), Signal())
        let certificates = try await Certificates.shared
        let server = try LoopbackServer(tls: certificates.server) { connection in
            while connection.readRequest() != nil {
                try connection.write(Self.mine)
                maySend.wait()
                try connection.writeSessionTicket()
                sent.give()
            }
        }
        var context = TransferContext()
        context.connection.tls.certificateAuthorities = certificates.authority.url
        for _ in 0..<Self.rounds {
            let request = HTTPRequest(origin: server.tlsOrigin, timeout: .seconds(600))
            #expect(try await transport.send(request, in: context).body == Data("mine".utf8))
            maySend.give()
            await sent.wait()
        }
        #expect(server.acceptedCount == 1)
    }
}

/// Holds threads until all of them have arrived.
private final class Meeting: Sendable {
    private let size: Int
    private let waiting = Mutex<[BlockingSignal]>([])

    init(of size: Int) { self.size = size }

    func wait() {
        let signal = BlockingSignal()
        let all = waiting.withLock { waiting in
            waiting.append(signal)
            defer { if waiting.count == size { waiting = [] } }
            return waiting.count == size ? waiting : []
        }
        for each in all { each.give() }
        signal.wait()
    }
}

/// A server on a Unix socket, with a thread for each connection.
private final class UnixServer: Sendable {
    struct Failure: Error {}

    struct Connection: Sendable {
        let socket: Int32

        /// The path of the next request, which has no body; nil if the peer has closed.
        func readPath() -> String? {
            var bytes: [UInt8] = []
            var buffer = [UInt8](repeating: 0, count: 4096)
            while bytes.firstRange(of: "\r\n\r\n".utf8) == nil {
                let count = recv(socket, &buffer, buffer.count, 0)
                if count <= 0 { return nil }
                bytes += buffer.prefix(count)
            }
            return String(String(decoding: bytes, as: UTF8.self).split(separator: " ")[1])
        }

        func write(_ text: String) throws {
            guard send(socket, text, text.utf8.count, Int32(MSG_NOSIGNAL)) == text.utf8.count else { throw Failure() }
        }
    }

    private let folder: Folder
    private let listener: Int32
    private let accepted = Counter()
    var connectionCount: Int { accepted.count }
    var path: String { folder.file("socket").path }

    init(_ serve: @escaping @Sendable (Connection) throws -> Void) throws {
        folder = try .forSockets()
        let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        self.listener = listener
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: folder.file("socket").path.utf8) }
        let isBound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) == 0 }
        }
        guard isBound, listen(listener, 128) == 0 else { throw Failure() }
        Thread.detachNewThread { [accepted] in
            while case let socket = accept(listener, nil, nil), socket >= 0 {
                accepted.next()
                Thread.detachNewThread {
                    try? serve(Connection(socket: socket))
                    close(socket)
                }
            }
            close(listener)
        }
    }

    deinit { shutdown(listener, Int32(SHUT_RDWR)) }
}
