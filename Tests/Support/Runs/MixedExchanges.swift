#if os(Linux)
    import EndpointConformance
    public import EndpointKit
    import EndpointKitTesting

    /// Exchanges over TLS with a server that sends more than it should: a body after a bodiless response, a second response, a session ticket.
    /// The extra bytes are sent together with the previous response, so that they have arrived when the connection is reused.
    public struct MixedExchanges: Sendable {
        private let server: LoopbackServer
        private let transport: any Transport
        private let context: TransferContext
        private let strayCount = Counter()
        private static let concurrency = 16

        public init(on transport: any Transport) async throws {
            let certificates = try await Certificates.shared
            var context = TransferContext()
            context.connection.tls.certificateAuthorities = certificates.authority.url
            self.context = context
            self.transport = transport
            server = try LoopbackServer(tls: certificates.server) { [strayCount] connection in
                while let request = connection.readRequest() {
                    let parts = request.head.split(separator: " ", maxSplits: 2)
                    let (id, seed) = try Self.numbers(parts[1])
                    var random = SplitMix64(seed: seed)
                    let answer = Self.answer(id, to: String(parts[0]), body: request.body, &random)
                    guard let strays = Self.strays(&random) else {
                        try connection.write(together: [answer])
                        continue
                    }
                    strayCount.next()
                    try connection.write(together: [answer] + strays)
                }
            }
        }

        private static func numbers(_ path: Substring) throws -> (id: Int, seed: UInt64) {
            let parts = path.dropFirst().split(separator: "/")
            guard parts.count == 2, let id = Int(parts[0]), let seed = UInt64(parts[1]) else { throw TLSConnection.Failure() }
            return (id, seed)
        }

        private static func answer(_ id: Int, to method: String, body: [UInt8], _ random: inout SplitMix64) -> String {
            let text = "\(id):\(body.count)"
            let length = "X-Id: \(id)\r\nContent-Length: \(text.utf8.count)\r\n\r\n"
            if method == "HEAD" { return "HTTP/1.1 200 OK\r\n\(length)" }
            switch Int.random(in: 0..<5, using: &random) {
            case 0: return "HTTP/1.1 204 No Content\r\nX-Id: \(id)\r\n\r\n"
            case 1: return "HTTP/1.1 304 Not Modified\r\n\(length)"
            case 2:
                let size = String(text.utf8.count, radix: 16)
                return "HTTP/1.1 200 OK\r\nX-Id: \(id)\r\nTransfer-Encoding: chunked\r\n\r\n\(size)\r\n\(text)\r\n0\r\n\r\n"
            default: return "HTTP/1.1 200 OK\r\n\(length)\(text)"
            }
        }

        /// The extra records after one response in eight. nil stands for a session ticket.
        private static func strays(_ random: inout SplitMix64) -> [String?]? {
            switch Int.random(in: 0..<32, using: &random) {
            case 0: ["HTTP/1.1 200 OK\r\nX-Id: -1\r\nContent-Length: 6\r\n\r\nFORGED"]
            case 1: ["a late body"]
            case 2: [nil]
            case 3: [nil, "HTTP/1.1 200 OK\r\nX-Id: -1\r\nContent-Length: 6\r\n\r\nFORGED"]
            default: nil
            }
        }

        /// `count` is a multiple of 16.
        public func run(_ count: Int, seed: UInt64) async throws -> String {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for worker in 0..<Self.concurrency {
                    group.addTask {
                        var random = SplitMix64(seed: seed &+ UInt64(worker))
                        for index in 0..<(count / Self.concurrency) {
                            try await exchange(index * Self.concurrency + worker, &random)
                        }
                    }
                }
                try await group.waitForAll()
            }
            return "\(strayCount.count) answers of \(count) were followed by something, on \(server.acceptedCount) connections"
        }

        private func exchange(_ id: Int, _ random: inout SplitMix64) async throws {
            let method: HTTPMethod = [.get, .get, .head, .post, .put][Int.random(in: 0..<5, using: &random)]
            let size = Int.random(in: 1...2_000, using: &random)
            let hasBody = method == .post || method == .put
            let body = hasBody ? HTTPBodyEntity(contentType: nil, content: .data(Data(repeating: 65, count: size))) : nil
            let path = Path("\(id)/\(random.next())")
            let request = HTTPRequest(method: method, origin: server.tlsOrigin, path: path, body: body, timeout: .seconds(600))
            let response = try await transport.send(request, in: context)
            try require(
                response.headers["X-Id"] == "\(id)", "the answer to \(method) \(id) is that to \(response.headers["X-Id"] ?? "none")")
            let text = String(decoding: response.body, as: UTF8.self)
            let isBodiless = method == .head || response.status != 200
            try require(text == (isBodiless ? "" : "\(id):\(hasBody ? size : 0)"), "the body of \(method) \(id) is \(text)")
        }
    }
#endif
