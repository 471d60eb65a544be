#if os(Linux)
    import EndpointKit
    import EndpointKitTesting
    import Glibc
    import TestSupport
    import Testing

    /// The resources that servers use. Each test runs in its own process, because it measures the whole process.
    @Suite struct LoopbackServerResourceTests {
        @Test func `LoopbackServer: 500 idle connections need no threads`() async {
            await #expect(processExitsWith: .success) {
                try #require(raiseDescriptorLimit())
                let asked = try LoopbackServer { _ in HTTPResponse(body: Data("hello".utf8)) }
                let silent = try LoopbackServer { _ in HTTPResponse() }
                let closing = try LoopbackServer(raw: { $0.onClose() })
                var clients: [WireClient] = []
                for _ in 0..<170 {
                    let client = try #require(WireClient(asked))
                    client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                    _ = await client.read(through: "hello")
                    clients += [client, try #require(WireClient(silent)), try #require(WireClient(closing))]
                }
                // What remains are the threads of the test's own runtime, the poller, and threads that wait for work a moment longer.
                await eventually { closing.openCount == 170 && silent.openCount == 170 && entries(of: "/proc/self/task").count < 40 }
                try #require(asked.openCount == 170)
                clients = []
                await eventually { asked.openCount + silent.openCount + closing.openCount == 0 }
            }
        }

        @Test func `LoopbackServer: every descriptor is close-on-exec`() async {
            await #expect(processExitsWith: .success) {
                let before = sockets()
                let server = try LoopbackServer(raw: { connection in
                    try connection.write("A")
                    connection.onClose()
                })
                let client = try #require(WireClient(server))
                _ = await client.read(through: "A")
                let added = sockets().filter { before[$0.key] != $0.value }.keys
                // The listener, both ends of the connection, and two sockets of the poller.
                try #require(added.count >= 5)
                for descriptor in added { try #require(fcntl(descriptor, F_GETFD) == FD_CLOEXEC) }
            }
        }

        @Test func `LoopbackServer: without a free descriptor, a connection waits and takes no processor time`() async {
            await #expect(processExitsWith: .success) {
                let server = try LoopbackServer { _ in HTTPResponse(body: Data("hello".utf8)) }
                var limit = rlimit()
                try #require(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
                let usual = limit.rlim_cur
                await timerTurn()
                // Only the next descriptor is free, and the client gets it.
                let next = dup(0)
                close(next)
                limit.rlim_cur = rlim_t(next + 1)
                try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
                let client = try #require(WireClient(server))
                client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
                // A server that retries in a loop would use the processor all this time.
                let (start, processor) = (ContinuousClock.now, clock())
                await eventually { ContinuousClock.now - start > .milliseconds(200) }
                try #require(clock() - processor < CLOCKS_PER_SEC / 10)
                try #require(server.acceptedCount == 0)
                limit.rlim_cur = usual
                try #require(setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
                try #require(await client.read(through: "hello").hasSuffix("hello"))
            }
        }
    }

    private func raiseDescriptorLimit() -> Bool {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return false }
        limit.rlim_cur = limit.rlim_max
        return setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 && limit.rlim_max >= 1200
    }

    /// The open sockets with their identities, because the runtime opens and closes files whose descriptors are reused.
    private func sockets() -> [Int32: ino_t] {
        let open = entries(of: "/proc/self/fd").compactMap { Int32($0) }.compactMap { descriptor -> (Int32, ino_t)? in
            var status = stat()
            guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFSOCK else { return nil }
            return (descriptor, status.st_ino)
        }
        return Dictionary(uniqueKeysWithValues: open)
    }

    private func entries(of path: String) -> Set<String> {
        guard let directory = opendir(path) else { return [] }
        defer { closedir(directory) }
        var names: Set<String> = []
        while let entry = readdir(directory) {
            names.insert(withUnsafeBytes(of: &entry.pointee.d_name) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) })
        }
        return names.subtracting([".", ".."])
    }
#endif
