import EndpointKit
import Foundation
import TestSupport

/// `openssl s_server`, which answers any GET with a page about the connection.
final class TLSServer: Sendable {
    struct Failure: Error {}

    let origin: Origin
    private let process: ChildProcess

    /// - Parameter identity: nil for the server's own identity.
    init(_ certificates: Certificates, identity: Certificates.Identity? = nil, _ arguments: String...) async throws {
        let identity = identity ?? certificates.server
        guard let openssl = SystemProgram.path(of: "openssl") else { throw Failure() }
        process = try await ChildProcess.start(
            openssl,
            ["s_server", "-accept", "127.0.0.1:0", "-cert", identity.certificate.path, "-key", identity.key.path, "-www"] + arguments)
        guard let origin = await process.acceptingOrigin() else { throw Failure() }
        self.origin = origin
    }
}

extension ChildProcess {
    /// The port of an `openssl s_server`; nil if it ends before it listens.
    func acceptingOrigin() async -> Origin? {
        // The server prints "ACCEPT 127.0.0.1:41234" when it listens.
        while let line = await nextLine() {
            if line.hasPrefix("ACCEPT "), let port = line.split(separator: ":").last.flatMap({ Int($0) }) {
                return Origin(scheme: .https, host: "127.0.0.1", port: port)
            }
        }
        return nil
    }
}
