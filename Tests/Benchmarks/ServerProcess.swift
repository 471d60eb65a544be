import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport

/// A server in a process of its own, so that its work isn't counted: this program, started with the command that serves.
final class ServerProcess: Sendable {
    let url: String
    private let process: ChildProcess

    /// What that command does once its server is there: tells the address, and serves until its process is ended.
    static func announce(_ server: LoopbackServer) {
        print(server.url.absoluteString)
        fflush(nil)
        while true { pause() }
    }

    init?(_ command: String) {
        let started = Mutex<(ChildProcess, url: String)?>(nil)
        blocking {
            let process = try await ChildProcess.start(CommandLine.arguments[0], [command])
            guard let url = await process.nextLine() else { return }
            started.withLock { $0 = (process, url) }
        }
        guard let (process, url) = started.withLock({ $0 }) else { return nil }
        (self.process, self.url) = (process, url)
    }

    deinit { process.kill() }
}
