import CurlShim
import EndpointKit
import EndpointKitTesting
import Glibc
import TestSupport
import Testing

/// The descriptors of a process, which all engines share. Each test has its own process, which inherits some from this one: libcurl's own
/// sockets aren't closed on exec. So the limits leave room for those.
@Suite struct DescriptorTests {
    private static func setLimit(_ count: UInt64) throws {
        var limit = rlimit(rlim_cur: rlim_t(count), rlim_max: rlim_t(count))
        try require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0, "the limit can't be set")
    }

    /// A server that answers a number of requests when all have arrived, and leaves the first ones without an answer.
    private static func gatheringServer(_ count: Int, silent: Int) throws -> (LoopbackServer, arrived: Signal) {
        let (arrivals, isFull, arrived) = (Counter(), BlockingSignal(), Signal())
        let server = try LoopbackServer(raw: { connection in
            guard try connection.readRequest() != nil else { return }
            let number = arrivals.next()
            arrived.give()
            if number <= silent { return connection.waitForClose() }
            if number == count { for _ in silent..<count { isFull.give() } }
            isFull.wait()
            try connection.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
            connection.waitForClose()
        })
        return (server, arrived)
    }

    private static func fill(_ server: LoopbackServer, count: Int, over transport: CurlTransport) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<count { group.addTask { _ = try await transport.send(.get(server)) } }
            try await group.waitForAll()
        }
    }

    @Test func `Descriptors: after a burst, the idle connections of all engines leave most of them to the program`() async {
        await #expect(processExitsWith: .success) {
            try Self.setLimit(1024)
            let (silent, burst) = (1, 300)
            let (server, arrived) = try Self.gatheringServer(silent + burst, silent: silent)
            let transport = CurlTransport(engines: 2, idleLimit: .seconds(3600))
            // A call in flight doesn't keep the others' connections open.
            let call = Task { _ = try? await transport.send(.get(server)) }
            await arrived.wait()
            try await Self.fill(server, count: burst, over: transport)
            try require(server.acceptedCount == silent + burst, "\(server.acceptedCount) connections")
            // A quarter of the limit.
            await eventually { server.openCount <= silent + 1024 / 4 }
            call.cancel()
        }
    }

    @Test(arguments: [true, false])
    func `Descriptors: if none are left, all engines close their idle connections, and a call or a file gets one`(isCall: Bool) async {
        await #expect(processExitsWith: .success) { [isCall] in
            let other = try LoopbackServer { _ in HTTPResponse() }
            let file = try TemporaryFile(zeros: 10)
            let (server, _) = try Self.gatheringServer(20, silent: 0)
            let transports = [CurlTransport(), CurlTransport()]
            _ = try await transports[1].send(.get(other))
            try await Self.fill(server, count: 20, over: transports[0])
            try Self.setLimit(1024)
            while open("/dev/null", O_RDONLY | O_CLOEXEC) >= 0 {}
            if isCall {
                let another = Origin(scheme: .http, host: "localhost", port: other.port)
                let request = HTTPRequest(origin: try #require(another))
                try require(try await transports[1].send(request).status == .ok, "there is no answer")
            } else {
                for try await chunk in try FileBody(file.url).entity().chunks() { try require(chunk.count == 10, "\(chunk.count) bytes") }
            }
        }
    }

    /// libcurl 7.88.1 closes a socket that hasn't connected without calling the function for that.
    @Test func `Descriptors: a socket that was closed without notice is forgotten when its number returns`() async {
        await #expect(processExitsWith: .success) {
            let sockets = try #require(ek_sockets_new(0))
            defer { ek_sockets_free(sockets) }
            try require(ek_sockets_begin(sockets), "no descriptors are left")
            var address = [AF_INET, Int32(SOCK_STREAM.rawValue), 0]
            let first = ek_sockets_open(sockets, &address)
            close(first)
            try require(ek_sockets_open(sockets, &address) == first, "another number")
            try require(ek_sockets_count(sockets) == 1, "\(ek_sockets_count(sockets)) sockets")
        }
    }

    @Test func `Descriptors: engines that sleep close idle connections when other engines have more`() async {
        await #expect(processExitsWith: .success) {
            try Self.setLimit(1024)
            var (transports, servers): ([CurlTransport], [LoopbackServer]) = ([], [])
            for _ in 0..<4 {
                let (server, _) = try Self.gatheringServer(100, silent: 0)
                let transport = CurlTransport(engines: 1, idleLimit: .seconds(3600))
                try await Self.fill(server, count: 100, over: transport)
                transports.append(transport)
                servers.append(server)
            }
            // A quarter of the limit.
            await eventually { [servers] in servers.reduce(0) { $0 + $1.openCount } <= 1024 / 4 }
            withExtendedLifetime(transports) {}
        }
    }

    @Test func `Descriptors: a client makes fewer calls at a time if its process may have few`() async {
        await #expect(processExitsWith: .success) {
            for (limit, calls) in [(1024, 128), (256, 64), (128, 32), (20, 8)] as [(UInt64, Int)] {
                try Self.setLimit(limit)
                try require(ClientPolicies().maxConcurrentCalls == calls, "\(limit) descriptors")
            }
        }
    }
}
