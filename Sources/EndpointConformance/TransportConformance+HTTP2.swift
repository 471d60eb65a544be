import EndpointKit
import EndpointKitTesting
import Synchronization

/// Checks for behavior that only HTTP/2 servers can cause, for transports that accept HTTP/2.
extension TransportConformance {
    static let http2Checks = [
        Check("an HTTP/2 answer (if supported) truncated by an invalid frame is an error") { transport in
            var complaints: [String] = []
            for (index, name) in InvalidFrame.all(stream: 1).map(\.name).enumerated() {
                let server = try HTTP2Script {
                    [.bytes(half(stream: $0)), .whenReceived, .bytes(InvalidFrame.all(stream: $0)[index].bytes)]
                }
                guard try await server.isUnderstood(by: transport) else { return }
                complaints += await transport.complaints(about: server, hopingFor: nil).map { "\(name): \($0)" }
            }
            try expect(complaints.isEmpty, complaints.joined(separator: "\n"))
        },
        Check("an invalid frame truncates all HTTP/2 answers (if supported) of its connection") { transport in
            let count = 5
            let server = try HTTP2Script(gathering: count) {
                [.bytes(half(stream: $0)), .whenReceived, .bytes(InvalidFrame.all(stream: $0)[0].bytes)]
            }
            guard try await server.isUnderstood(by: transport) else { return }
            let complaints = await withTaskGroup(of: [String].self) { group in
                for _ in 0..<count { group.addTask { await transport.complaints(about: server, hopingFor: nil) } }
                return await group.reduce(into: [String]()) { $0 += $1 }
            }
            try expect(complaints.isEmpty, complaints.joined(separator: "\n"))
        },
        Check("a POST whose HTTP/2 connection (if supported) an invalid frame ends before an answer isn't sent twice") { transport in
            var complaints: [String] = []
            for (index, name) in InvalidFrame.all(stream: 1).map(\.name).enumerated() {
                let count = Mutex(0)
                let server = try HTTP2Script { stream in
                    count.withLock { $0 += 1 }
                    return [.bytes(InvalidFrame.all(stream: stream)[index].bytes)]
                }
                guard try await server.isUnderstood(by: transport) else { return }
                var request = server.request
                request.method = .post
                let answer = try? await transport.send(request, in: HTTP2Script.context)
                let sent = count.withLock { $0 }
                if sent > 1 || answer != nil {
                    complaints.append("\(name): it was sent \(sent) times, and \(answer == nil ? "failed" : "answered")")
                }
            }
            try expect(complaints.isEmpty, complaints.joined(separator: "\n"))
        },
        Check("an HTTP/2 answer (if supported) is complete even if its connection ends with it") { transport in
            var complaints: [String] = []
            for (name, before, after) in goodbyes {
                let server = try HTTP2Script {
                    [.bytes(half(stream: $0)), .whenReceived, .bytes(before + end("cd", stream: $0) + after), .endWriting]
                }
                guard try await server.isUnderstood(by: transport) else { return }
                complaints += await transport.complaints(about: server, hopingFor: "abcd").map { "\(name): \($0)" }
            }
            try expect(complaints.isEmpty, complaints.joined(separator: "\n"))
        },
        Check("an HTTP/2 answer (if supported) behind a head larger than a frame is complete") { transport in
            var complaints: [String] = []
            for size in [17_000, 40_000] {
                let server = try HTTP2Script { [.bytes(largeHead(size, stream: $0) + end("abcd", stream: $0))] }
                guard try await server.isUnderstood(by: transport) else { return }
                // Some libraries behave differently on a reused connection.
                for number in 1...2 {
                    complaints += await transport.complaints(about: server, hopingFor: "abcd").map {
                        "answer \(number) behind \(size) bytes: \($0)"
                    }
                }
            }
            try expect(complaints.isEmpty, complaints.joined(separator: "\n"))
        },
        Check("a request that an HTTP/2 server (if supported) hasn't processed is sent again") { transport in
            let refused = Mutex(0)
            let server = try HTTP2Script { stream in
                let isRefused = refused.withLock { count in
                    count += 1
                    return count <= 7
                }
                // REFUSED_STREAM (RFC 9113, section 8.7).
                let refusal = HTTP2Frame(kind: .reset, stream: stream, payload: [0, 0, 0, 7])
                return [.bytes(isRefused ? refusal.bytes : whole(stream: stream))]
            }
            guard try await server.isUnderstood(by: transport) else { return }
            let complaints = await transport.complaints(about: server, hopingFor: "abcd")
            try expect(complaints.isEmpty, complaints.joined())
        },
    ]

    private static let goodbyes: [(name: String, before: [UInt8], after: [UInt8])] = [
        ("closed", [], []),
        ("GOAWAY after the answer", [], goAway([0, 0, 0, 3])),
        ("GOAWAY before the answer's end", goAway([0, 0, 0, 3]), []),
        // This is how servers begin to shut down.
        ("GOAWAY of any stream, and then of this one", goAway([127, 255, 255, 255]), goAway([0, 0, 0, 3])),
    ]

    private static func goAway(_ last: [UInt8]) -> [UInt8] { HTTP2Frame(kind: .goAway, payload: last + [0, 0, 0, 0]).bytes }

    // 0x88 is the status 200 (RFC 7541, appendix A).
    private static func half(stream: UInt32) -> [UInt8] {
        HTTP2Frame.headers([0x88], stream: stream, ends: false, isWhole: true)
            + HTTP2Frame(kind: .data, stream: stream, payload: Array("ab".utf8)).bytes
    }

    private static func whole(stream: UInt32) -> [UInt8] {
        HTTP2Frame.headers([0x88], stream: stream, ends: false, isWhole: true) + end("abcd", stream: stream)
    }

    private static func end(_ text: String, stream: UInt32) -> [UInt8] {
        HTTP2Frame(kind: .data, flags: HTTP2Frame.endsStream, stream: stream, payload: Array(text.utf8)).bytes
    }

    /// A head with fields of 900 bytes each, in as many frames as it needs.
    private static func largeHead(_ size: Int, stream: UInt32) -> [UInt8] {
        let block =
            [0x88]
            + (0..<size / 910).flatMap { index -> [UInt8] in
                let name = Array("x-\(index)".utf8)
                // 900 as an integer with a prefix of 7 bits (RFC 7541, section 5.1).
                return [0, UInt8(name.count)] + name + [127, 0x85, 0x06] + [UInt8](repeating: 65, count: 900)
            }
        let parts = stride(from: 0, to: block.count, by: 16_384).map { Array(block[$0..<min($0 + 16_384, block.count)]) }
        return parts.enumerated().flatMap { index, part in
            HTTP2Frame(
                kind: index == 0 ? .headers : .continuation, flags: index == parts.count - 1 ? HTTP2Frame.endsHeaders : 0, stream: stream,
                payload: part
            ).bytes
        }
    }
}

extension Caller {
    /// Returns a complaint if the response doesn't have the expected body. If `body` is nil, expects a connection error instead.
    fileprivate func complaints(about server: HTTP2Script, hopingFor body: String?) async -> [String] {
        do {
            let got = try await send(server.request, in: HTTP2Script.context, onFirstPart: server.mayContinue).body
            let isExpected = body.map { got == Data($0.utf8) } ?? false
            return isExpected ? [] : ["the answer has \(got.count) bytes instead of \(body ?? "an error")"]
        } catch let error as APIError where error.code == .connection && body == nil {
            return []
        } catch {
            return ["\(error)"]
        }
    }
}

/// A server without TLS. Its first response is empty, and shows that the transport speaks HTTP/2. All later responses follow a script.
private final class HTTP2Script: Sendable {
    enum Step: Sendable {
        case bytes([UInt8])
        /// Waits for the client.
        case whenReceived
        case endWriting
    }

    static let context = {
        var context = TransferContext()
        context.connection.httpVersion = .http2
        return context
    }()

    private let server: LoopbackServer
    private let received: Arrival

    /// - Parameter count: the number of requests that the server waits for before it responds to any of them.
    init(gathering count: Int = 1, _ script: @escaping @Sendable (_ stream: UInt32) -> [Step]) throws {
        let received = Arrival()
        let waiting = Mutex<[(connection: LoopbackConnection, stream: UInt32)]>([])
        let isUnderstood = Mutex(false)
        self.received = received
        server = try LoopbackServer(raw: { connection in
            var input = HTTP2Frame.Input(connection)
            guard try input.takePreface() else { return }
            try connection.write(HTTP2Frame(kind: .settings).bytes)
            while let frame = try input.next() {
                if frame.kind == .settings, frame.flags == 0 {
                    try connection.write(HTTP2Frame(kind: .settings, flags: HTTP2Frame.acknowledges).bytes)
                }
                if frame.kind == .goAway { return }
                guard frame.kind == .headers || frame.kind == .data, frame.flags & HTTP2Frame.endsStream != 0 else { continue }
                let isFirst = isUnderstood.withLock { isUnderstood in
                    defer { isUnderstood = true }
                    return !isUnderstood
                }
                if isFirst {
                    try connection.write(HTTP2Frame.headers([0x88], stream: frame.stream, ends: true, isWhole: true))
                    continue
                }
                let all = waiting.withLock { waiting in
                    waiting.append((connection, frame.stream))
                    guard waiting.count == count else { return [(connection: LoopbackConnection, stream: UInt32)]() }
                    defer { waiting = [] }
                    return waiting
                }
                try Self.run(all, script, received)
            }
        })
    }

    /// Performs the steps of all responses, one after another.
    private static func run(
        _ all: [(connection: LoopbackConnection, stream: UInt32)], _ script: (UInt32) -> [Step], _ received: Arrival
    ) throws {
        let answers = all.map { (connection: $0.connection, steps: script($0.stream)) }
        for index in 0..<(answers.map(\.steps.count).max() ?? 0) {
            for (connection, steps) in answers where steps.indices.contains(index) {
                switch steps[index] {
                case .bytes(let bytes): try connection.write(bytes)
                case .whenReceived: received.block()
                case .endWriting: connection.endWriting()
                }
            }
        }
    }

    /// Returns false if the transport rejects the version.
    func isUnderstood(by transport: any Transport) async throws -> Bool {
        do {
            _ = try await transport.send(request, in: Self.context)
            return true
        } catch let error as APIError where error.code == .configuration {
            return false
        }
    }

    var request: HTTPRequest { HTTPRequest(origin: server.origin, timeout: .seconds(600)) }

    func mayContinue() { received.give() }
}
