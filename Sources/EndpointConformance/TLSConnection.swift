#if os(Linux)
    package import EndpointKit
    package import EndpointKitTesting
    internal import Glibc

    /// The server's end of TLS over a loopback connection, record by record: each `write` is a separate record, and a session ticket is
    /// sent when a test requests it.
    package final class TLSConnection {
        package struct Failure: Error {
            package init() {}
        }

        package let connection: LoopbackConnection
        private let tls: OpaquePointer
        private let received: OpaquePointer
        private let toSend: OpaquePointer
        private var pending: [UInt8] = []

        /// Performs the handshake. Throws if the peer doesn't.
        package init(_ connection: LoopbackConnection, _ context: TLSServerContext) throws {
            guard let tls = context.library.new(context.pointer), let received = context.library.memory(),
                let toSend = context.library.memory()
            else { throw Failure() }
            self.connection = connection
            library = context.library
            (self.tls, self.received, self.toSend) = (tls, received, toSend)
            library.setBIO(tls, received, toSend)
            library.setAccepting(tls)
            while library.shakeHands(tls) != 1 {
                try flush()
                try receive()
            }
            try flush()
        }

        deinit { library.free(tls) }

        private let library: TLSLibrary

        private func flush() throws {
            var bytes = [UInt8](repeating: 0, count: 1 << 16)
            while true {
                let count = library.readBIO(toSend, &bytes, Int32(bytes.count))
                if count <= 0 { return }
                try connection.write(bytes.prefix(Int(count)))
            }
        }

        private func receive() throws {
            let bytes = connection.read()
            if bytes.isEmpty { throw Failure() }
            _ = library.writeBIO(received, bytes, Int32(bytes.count))
        }

        /// Waits for the next bytes; empty if the peer has closed.
        package func read() -> [UInt8] {
            var bytes = [UInt8](repeating: 0, count: 1 << 14)
            while true {
                let count = library.read(tls, &bytes, Int32(bytes.count))
                if count > 0 { return Array(bytes.prefix(Int(count))) }
                // The peer may have closed with or without a TLS alert.
                guard (try? flush()) != nil, library.error(tls, count) == TLSLibrary.wantsRead, (try? receive()) != nil else { return [] }
            }
        }

        /// Whether the client has presented a certificate.
        var hasPeerCertificate: Bool { library.peerCertificate(tls) != nil }

        /// The head and the body of the next request, which must have a length; nil if the peer has closed.
        package func readRequest() -> (head: String, body: [UInt8])? {
            while true {
                if let end = pending.firstRange(of: "\r\n\r\n".utf8)?.upperBound {
                    let head = String(decoding: pending[..<end], as: UTF8.self)
                    let length = head.firstMatch(of: /(?i)content-length: *(\d+)/).flatMap { Int($0.1) } ?? 0
                    if pending.count >= end + length {
                        defer { pending.removeFirst(end + length) }
                        return (head, Array(pending[end..<end + length]))
                    }
                }
                let more = read()
                if more.isEmpty { return nil }
                pending += more
            }
        }

        package func write(_ bytes: some Sequence<UInt8>) throws {
            let bytes = Array(bytes)
            if !bytes.isEmpty, library.write(tls, bytes, Int32(bytes.count)) != Int32(bytes.count) { throw Failure() }
            try flush()
        }

        package func write(_ text: String) throws { try write(text.utf8) }

        /// Writes text in records that arrive together, and a session ticket for each nil.
        package func write(together records: [String?]) throws {
            for record in records {
                if let bytes = record.map({ Array($0.utf8) }) {
                    guard library.write(tls, bytes, Int32(bytes.count)) == Int32(bytes.count) else { throw Failure() }
                } else {
                    guard library.newTicket(tls) == 1, library.shakeHands(tls) == 1 else { throw Failure() }
                }
            }
            try flush()
        }

        /// Writes text in a record whose first bytes are sent before `pause`.
        package func write(_ text: String, firstBytes count: Int, pause: () throws -> Void) throws {
            let text = Array(text.utf8)
            guard library.write(tls, text, Int32(text.count)) == Int32(text.count) else { throw Failure() }
            var record = [UInt8](repeating: 0, count: 1 << 16)
            let size = Int(library.readBIO(toSend, &record, Int32(record.count)))
            guard size > count else { throw Failure() }
            try connection.write(record[..<count])
            try pause()
            try connection.write(record[count..<size])
        }

        /// Writes a message of TLS itself, in a record that looks like data.
        package func writeSessionTicket() throws {
            guard library.newTicket(tls) == 1, library.shakeHands(tls) == 1 else { throw Failure() }
            try flush()
        }

        /// Sends the close_notify alert.
        package func end() throws {
            _ = library.shutdown(tls)
            try flush()
        }
    }

    /// A certificate and its key, for the connections of one server.
    package final class TLSServerContext: @unchecked Sendable {
        fileprivate let library: TLSLibrary
        fileprivate let pointer: OpaquePointer

        /// - Parameters:
        ///   - certificate: the path of a PEM file.
        ///   - key: the path of a PEM file.
        ///   - isTLS12: whether the server speaks no newer version.
        ///   - asksForCertificate: whether the client is asked for its certificate. Any is accepted, and so is none.
        package init(certificate: String, key: String, isTLS12: Bool = false, asksForCertificate: Bool = false) throws {
            guard let library = TLSLibrary.shared, let pointer = library.newContext(library.serverMethod()),
                library.useCertificate(pointer, certificate) == 1, library.useKey(pointer, key, TLSLibrary.pem) == 1
            else { throw TLSConnection.Failure() }
            self.library = library
            self.pointer = pointer
            if asksForCertificate { library.setVerify(pointer, TLSLibrary.verifiesPeer) { _, _ in 1 } }
            if isTLS12 { _ = library.control(pointer, TLSLibrary.setsNewestVersion, TLSLibrary.tls12, nil) }
        }

        /// Whether OpenSSL 3 is installed.
        static var isAvailable: Bool { TLSLibrary.shared != nil }

        deinit { library.freeContext(pointer) }
    }

    extension LoopbackServer {
        /// Creates a server that begins each connection with a TLS handshake.
        package convenience init(tls context: TLSServerContext, _ serve: @escaping @Sendable (TLSConnection) throws -> Void) throws {
            try self.init(raw: { connection in try serve(TLSConnection(connection, context)) })
        }

        package var tlsOrigin: Origin { Origin(scheme: .https, host: "127.0.0.1", port: port) ?? origin }
    }

    /// OpenSSL, loaded when it is needed, because its headers may not be installed.
    private struct TLSLibrary: @unchecked Sendable {
        static let shared = try? TLSLibrary()
        static let wantsRead: Int32 = 2
        static let pem: Int32 = 1
        static let verifiesPeer: Int32 = 1
        static let setsNewestVersion: Int32 = 124
        static let tls12 = 0x303

        typealias Pointer = OpaquePointer
        typealias Bytes = UnsafeMutablePointer<UInt8>
        let serverMethod: @convention(c) () -> Pointer?
        let newContext: @convention(c) (Pointer?) -> Pointer?
        let freeContext: @convention(c) (Pointer) -> Void
        let useCertificate: @convention(c) (Pointer, UnsafePointer<CChar>) -> Int32
        let useKey: @convention(c) (Pointer, UnsafePointer<CChar>, Int32) -> Int32
        let setVerify: @convention(c) (Pointer, Int32, @convention(c) (Int32, Pointer?) -> Int32) -> Void
        let control: @convention(c) (Pointer, Int32, Int, UnsafeMutableRawPointer?) -> Int
        let peerCertificate: @convention(c) (Pointer) -> Pointer?
        let new: @convention(c) (Pointer) -> Pointer?
        let free: @convention(c) (Pointer) -> Void
        let setAccepting: @convention(c) (Pointer) -> Void
        let setBIO: @convention(c) (Pointer, Pointer, Pointer) -> Void
        let shakeHands: @convention(c) (Pointer) -> Int32
        let read: @convention(c) (Pointer, Bytes, Int32) -> Int32
        let write: @convention(c) (Pointer, UnsafePointer<UInt8>, Int32) -> Int32
        let error: @convention(c) (Pointer, Int32) -> Int32
        let newTicket: @convention(c) (Pointer) -> Int32
        let shutdown: @convention(c) (Pointer) -> Int32
        let memoryMethod: @convention(c) () -> Pointer?
        let newBIO: @convention(c) (Pointer?) -> Pointer?
        let readBIO: @convention(c) (Pointer, Bytes, Int32) -> Int32
        let writeBIO: @convention(c) (Pointer, UnsafePointer<UInt8>, Int32) -> Int32

        func memory() -> Pointer? { newBIO(memoryMethod()) }

        init() throws {
            guard let library = dlopen("libssl.so.3", RTLD_NOW | RTLD_LOCAL) else { throw TLSConnection.Failure() }
            func function<Function>(_ name: String) throws -> Function {
                guard let address = dlsym(library, name) else { throw TLSConnection.Failure() }
                return unsafeBitCast(address, to: Function.self)
            }
            // When the process ends, servers may still use memory that OpenSSL's exit handler would free (OPENSSL_INIT_NO_ATEXIT).
            let initialize: @convention(c) (UInt64, UnsafeRawPointer?) -> Int32 = try function("OPENSSL_init_crypto")
            _ = initialize(0x80000, nil)
            serverMethod = try function("TLS_server_method")
            newContext = try function("SSL_CTX_new")
            freeContext = try function("SSL_CTX_free")
            useCertificate = try function("SSL_CTX_use_certificate_chain_file")
            useKey = try function("SSL_CTX_use_PrivateKey_file")
            setVerify = try function("SSL_CTX_set_verify")
            control = try function("SSL_CTX_ctrl")
            peerCertificate = try function("SSL_get0_peer_certificate")
            new = try function("SSL_new")
            free = try function("SSL_free")
            setAccepting = try function("SSL_set_accept_state")
            setBIO = try function("SSL_set_bio")
            shakeHands = try function("SSL_do_handshake")
            read = try function("SSL_read")
            write = try function("SSL_write")
            error = try function("SSL_get_error")
            newTicket = try function("SSL_new_session_ticket")
            shutdown = try function("SSL_shutdown")
            memoryMethod = try function("BIO_s_mem")
            newBIO = try function("BIO_new")
            readBIO = try function("BIO_read")
            writeBIO = try function("BIO_write")
        }
    }
#endif
