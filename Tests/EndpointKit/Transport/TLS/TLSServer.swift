import EndpointKit
import Foundation

/// `openssl s_server`, which answers any GET with a page about the connection.
final class TLSServer {
    let origin: Origin
    private let process: Tool.Running

    init(_ certificates: Certificates, _ arguments: String = "") throws {
        process = try Tool.Running(
            "exec openssl s_server -accept 127.0.0.1:0 -cert server.pem -key server.key -www \(arguments) </dev/null 2>/dev/null",
            in: certificates.directory)
        // It prints "ACCEPT 127.0.0.1:41234" when it listens.
        while let line = process.nextLine() {
            guard line.hasPrefix("ACCEPT "), let port = line.dropLast().split(separator: ":").last.flatMap({ Int($0) }),
                let origin = Origin(scheme: .https, host: "127.0.0.1", port: port)
            else { continue }
            self.origin = origin
            return
        }
        throw Tool.Failure(description: "openssl s_server doesn't listen")
    }

    deinit { process.kill() }
}
