import EndpointKitTesting
import Foundation
import TestSupport

/// A server in a separate process, so that its work isn't counted: this program, started with the command that serves.
final class ServerProcess: Sendable {
    let url: URL
    private let process: ChildProcess

    /// Prints the address of the server that the command has started, and serves until the process is ended.
    static func announce(_ server: LoopbackServer) {
        print(server.url.absoluteString)
        fflush(nil)
        while true { pause() }
    }

    init(_ command: String) throws {
        (process, url) = try blocking {
            let process = try await ChildProcess.start(CommandLine.arguments[0], [command])
            guard let url = await process.nextLine().flatMap({ URL(string: $0) }) else {
                throw Complaint("the server doesn't start: \(await process.result.errorText)")
            }
            return (process, url)
        }
    }

    deinit { process.kill() }
}
