import EndpointKit
import EndpointKitTesting
import Foundation
import Glibc
import TestSupport
import Testing

/// The resources of a transport's engines, and when they are released. Descriptors belong to a process, so each test has its own process.
@Suite struct CurlEngineTests {
    /// Sends a request as each user of the proxy, one after the other.
    private static func visit(_ proxy: LoopbackServer, users: Range<Int>, over transport: CurlTransport) async throws {
        for user in users {
            var context = TransferContext()
            context.connection.proxy = .url(proxy.url, user: "user\(user)")
            try #require(try await transport.send(.get(proxy), in: context).status == 200)
        }
    }

    @Test func `CurlEngine: an engine that is idle for long ends, and the next call starts it again`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer { _ in HTTPResponse() }
            let transport = CurlTransport(idleLimit: .milliseconds(20))
            await timerTurn()
            let before = openDescriptors()
            for _ in 0..<3 {
                try await Self.visit(proxy, users: 0..<10, over: transport)
                try #require(try await transport.send(.get(proxy)).status == 200)
                await eventually { openDescriptors() == before && proxy.openCount == 0 }
            }
        }
    }

    @Test func `CurlEngine: idle engines of many proxy users end early`() async {
        await #expect(processExitsWith: .success) {
            let proxy = try LoopbackServer { _ in HTTPResponse() }
            let transport = CurlTransport()
            try await Self.visit(proxy, users: 0..<60, over: transport)
            await eventually { proxy.openCount <= 17 }
        }
    }

    @Test func `CurlEngine: engines of many proxy users that were all busy end early, too`() async {
        await #expect(processExitsWith: .success) {
            let received = Signal()
            let mayAnswer = BlockingSignal()
            let proxy = try LoopbackServer { _ in
                received.give()
                mayAnswer.wait()
                return HTTPResponse()
            }
            let transport = CurlTransport()
            try await withThrowingTaskGroup { group in
                for user in 0..<60 { group.addTask { try await Self.visit(proxy, users: user..<(user + 1), over: transport) } }
                for _ in 0..<60 { await received.wait() }
                for _ in 0..<60 { mayAnswer.give() }
                try await group.waitForAll()
            }
            await eventually { proxy.openCount <= 17 }
        }
    }

    @Test func `CurlEngine: the engine of a user whose request waits for its body ends with the transport`() async throws {
        let proxy = try LoopbackServer { _ in HTTPResponse() }
        var transport: CurlTransport? = CurlTransport(idleLimit: .seconds(100_000))
        let (asked, mayEnd) = (Signal(), Signal())
        // A stream with the length 0 is read before the request begins.
        let body = HTTPBodyStream(
            length: 0,
            making: {
                AsyncStream<Data>(unfolding: {
                    asked.give()
                    await mayEnd.wait()
                    return nil
                })
            })
        var context = TransferContext()
        context.connection.proxy = .url(proxy.url, user: "late")
        let request = HTTPRequest(method: .put, origin: proxy.origin, body: HTTPBodyEntity(contentType: nil, content: .stream(body)))
        let late = Task { [transport, context] in try await transport?.send(request, in: context).status }
        await asked.wait()
        if let transport { try await Self.visit(proxy, users: 0..<1, over: transport) }
        mayEnd.give()
        #expect(try await late.value == 200)
        transport = nil
        await eventually { proxy.openCount == 0 }
    }

    @Test func `CurlEngine: an engine with a call in flight isn't idle`() async throws {
        let received = Signal()
        let mayAnswer = BlockingSignal()
        let server = try LoopbackServer { _ in
            received.give()
            mayAnswer.wait()
            return HTTPResponse()
        }
        let others = try LoopbackServer { _ in HTTPResponse() }
        let transport = CurlTransport(idleLimit: .milliseconds(1))
        async let status = transport.send(.get(server)).status
        await received.wait()
        try await Self.visit(others, users: 0..<20, over: transport)
        await eventually { others.openCount == 0 }
        mayAnswer.give()
        #expect(try await status == 200)
    }

    @Test func `CurlEngine: many calls leave the last descriptors to the program, and the error says what to do`() async {
        await #expect(processExitsWith: .success) {
            let server = try LoopbackServer { _ in HTTPResponse() }
            _ = try await CurlTransport.shared.send(.get(server))
            // The test's own server isn't limited, because it has accepted its connections.
            let silent = try LoopbackServer(raw: { $0.onClose() })
            var limit = rlimit(rlim_cur: 200, rlim_max: 200)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            // Uses up all descriptors except the reserve and a few more.
            var last: Int32 = 0
            while last < 200 - 22 { last = open("/dev/null", O_RDONLY | O_CLOEXEC) }
            let errors = await withTaskGroup(of: APIError?.self) { group in
                for _ in 0..<30 { group.addTask { await failure { try await CurlTransport.shared.send(.get(silent)) } } }
                let first = await group.next() ?? nil
                group.cancelAll()
                return await group.reduce(into: [first]) { $0.append($1) }.compactMap { $0 }.filter { $0.code == .connection }
            }
            try #require(!errors.isEmpty)
            for error in errors {
                try #require(error.message.contains("ulimit -n") && error.message.contains("maxConcurrentCalls"))
                try #require(reason(of: error) == .connect)
            }
            let file = FileManager.default.temporaryDirectory.appending(path: "endpointkit-reserve-\(getpid())")
            try #require(open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) >= 0)
            unlink(file.path)
        }
    }

    @Test func `CurlEngine: look-ups leave the last descriptors to the program, and the error says what to do`() async {
        await #expect(processExitsWith: .success) {
            let origin = try #require(Origin(scheme: .http, host: unresolvableHost))
            var limit = rlimit(rlim_cur: 64, rlim_max: 64)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            let errors = await withTaskGroup(of: APIError?.self) { group in
                for _ in 0..<200 { group.addTask { await failure { try await CurlTransport.shared.send(HTTPRequest(origin: origin)) } } }
                return await group.reduce(into: []) { $0.append($1) }.compactMap { $0 }
            }
            try #require(errors.count == 200)
            // Those that found no descriptor were tried again, perhaps with success.
            for error in errors {
                try #require(error.code == .connection)
                let isLack = error.message.contains("Too many open files")
                try #require(!isLack || error.message.contains("ulimit -n"))
            }
        }
    }

    @Test func `CurlEngine: without free descriptors the error says so, whichever step needs one`() async {
        await #expect(processExitsWith: .success) {
            // An idle connection would be closed for its descriptor.
            let server = try LoopbackServer { _ in HTTPResponse(headers: ["Connection": "close"]) }
            let other = try LoopbackServer { _ in HTTPResponse() }
            let transport = CurlTransport()
            _ = try await transport.send(.get(server))
            await eventually { server.openCount == 0 }
            var limit = rlimit(rlim_cur: 200, rlim_max: 200)
            setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
            while open("/dev/null", O_RDONLY) >= 0 {}
            let connecting = await failure { try await transport.send(.get(other)) }
            try #require(connecting?.message.contains("Too many open files") == true)
            try #require(reason(of: connecting) == .connect)
            let starting = await failure { try await CurlTransport().send(.get(other)) }
            try #require(starting?.message.contains("file descriptors") == true)
            try #require(reason(of: starting) == .connect)
        }
    }
}
