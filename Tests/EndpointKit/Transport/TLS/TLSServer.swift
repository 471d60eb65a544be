import EndpointKit
import Foundation
import TestSupport

/// `openssl s_server`, which answers any GET with a page about the connection.
final class TLSServer: Sendable {
    struct Failure: Error {}

    let origin: Origin
    private let process: ChildProcess

    /// - Parameter identity: nil for the server's own.
    init(_ certificates: Certificates, identity: Certificates.Identity? = nil, _ arguments: String...) async throws {
        let identity = identity ?? certificates.server
        guard let openssl = SystemProgram.path(of: "openssl") else { throw Failure() }
        process = try await ChildProcess.start(
            openssl,
            ["s_server", "-accept", "127.0.0.1:0", "-cert", identity.certificate.path, "-key", identity.key.path, "-www"] + arguments)
        // It prints "ACCEPT 127.0.0.1:41234" when it listens.
        while let line = await process.nextLine() {
            guard line.hasPrefix("ACCEPT "), let port = line.split(separator: ":").last.flatMap({ Int($0) }),
                let origin = Origin(scheme: .https, host: "127.0.0.1", port: port)
            else { continue }
            self.origin = origin
            return
        }
        throw Failure()
    }
}
