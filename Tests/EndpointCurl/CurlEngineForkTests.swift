import EndpointKit
import EndpointKitTesting
import Glibc
import TestSupport
import Testing

@Suite struct CurlEngineForkTests {
    // Swift hides `fork`, but libraries call it anyway.
    private static func forked() throws -> pid_t {
        let symbol = try #require(dlsym(nil, "fork"))
        return unsafeBitCast(symbol, to: (@convention(c) () -> pid_t).self)()
    }

    // Runs in a separate process, because the whole process is copied.
    @Test func `CurlEngine: a transport in a forked child reports the fork, and the parent's transport continues`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { _ in HTTPResponse() }
            let transport = CurlTransport()
            #expect(try await transport.send(.get(server)).status == .ok)
            // The child creates an error too. The runtime's preparation for that takes locks, which other threads may hold at the fork.
            var odd = HTTPRequest.get(server)
            odd.timeout = .zero
            _ = try? await transport.send(odd)
            let child = try Self.forked()
            if child == 0 {
                // Ends a child whose transport waits for a thread that doesn't exist. The thread of a queue blocks the signal.
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGALRM)
                pthread_sigmask(SIG_UNBLOCK, &signals, nil)
                alarm(20)
                // An idle process without threads exits with status 0 by itself.
                var outcome: Int32 = 1
                do {
                    _ = try await transport.send(.get(server))
                } catch let error as APIError {
                    if error.code == .configuration, error.message.contains("fork") { outcome = 7 }
                } catch {}
                _exit(outcome)
            }
            var status: Int32 = 0
            try #require(waitpid(child, &status, 0) == child)
            try #require(status == 7 << 8)
            try #require(try await transport.send(.get(server)).status == .ok)
            try #require(server.acceptedCount == 1)
        }
    }
}
