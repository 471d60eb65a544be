import EndpointKit
import Glibc
import TestSupport

/// The same calls by different clients, each in its own process: this program, started with the name of the client.
enum PeerCalls {
    enum Client: String {
        case endpointKit, urlSession
    }

    enum Work: String {
        case data, items, page

        var path: String { self == .page ? "page" : "items" }
    }

    static func urlSession() throws -> [BenchmarkRow] {
        try [
            row("\(AnswerServer.items.count) bytes of JSON, typed, 1 in flight", .items, calls: 2048, inFlight: 1, goal: nil),
            row("\(AnswerServer.items.count) bytes of JSON, typed, 64 in flight", .items, calls: 8192, inFlight: 64, goal: 12),
            row("a page of \(Decoding.page.count / 1000) KB, typed, 4 in flight", .page, calls: 2048, inFlight: 4, goal: 3),
        ]
    }

    private static func row(_ work: String, _ kind: Work, calls: Int, inFlight: Int, goal: Double?) throws -> BenchmarkRow {
        let title = "\(work), against URLSession with JSONDecoder"
        #if URLSessionTransport
            let server = try ServerProcess("serve")
            let pair = try sideBySide(rounds: 5) {
                try times(of: .endpointKit, kind, server.url, calls: calls, inFlight: inFlight)
            } _: {
                try times(of: .urlSession, kind, server.url, calls: calls, inFlight: inFlight)
            }
            return BenchmarkRow(
                title,
                [
                    Figure(1 / pair.wallRatio, "times URLSession's calls/s", goal: goal.map { .atLeast($0) }),
                    Figure(pair.cpuRatio, "times its processor time"), Figure(Double(calls) / pair.first.wall, "calls/s"),
                    Figure(Double(calls) / pair.second.wall, "calls/s of URLSession"),
                ])
        #else
            return BenchmarkRow(
                title, [Figure(nil, "times URLSession's calls/s", goal: goal.map { .atLeast($0) })],
                note: "URLSession is linked under the trait only: run the command of this row")
        #endif
    }

    private static func times(of client: Client, _ work: Work, _ server: URL, calls: Int, inFlight: Int) throws -> Times {
        let arguments = ["peer", client.rawValue, work.rawValue, server.absoluteString, "\(calls)", "\(inFlight)"]
        return try times(of: CommandLine.arguments[0], arguments)
    }

    /// The times that another program prints.
    private static func times(of program: String, _ arguments: [String]) throws -> Times {
        try blocking {
            let result = try await ChildProcess.run(program, arguments)
            let numbers = result.outputText.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
            guard result.exit == .code(0), numbers.count == 2 else {
                throw Complaint("\(program) \(arguments) ended with \(result.exit): \(result.outputText)\(result.errorText)")
            }
            return Times(cpu: numbers[0], wall: numbers[1])
        }
    }

    /// The program of Samples/Server, a separate package.
    private static let asyncHTTPClientProgram =
        URL(filePath: #filePath).appending(path: "../../../Samples/Server/.build/release/async-http-client-peer").standardized.path

    static func asyncHTTPClient() throws -> [BenchmarkRow] {
        let data = try [(inFlight: 1, calls: 2048), (64, 8192), (256, 8192), (1000, 8000)].map { inFlight, calls in
            try asyncHTTPClient(.data, "as data", inFlight: inFlight, calls: calls, goal: 1.5, with: "AsyncHTTPClient")
        }
        let typed = try [(inFlight: 1, calls: 2048, goal: nil), (64, 8192, 3), (256, 8192, nil)].map { inFlight, calls, goal in
            try asyncHTTPClient(
                .items, "of JSON, typed", inFlight: inFlight, calls: calls, goal: goal, with: "AsyncHTTPClient with JSONDecoder")
        }
        return data + typed
    }

    private static func asyncHTTPClient(
        _ work: Work, _ form: String, inFlight: Int, calls: Int, goal: Double?, with peerName: String
    ) throws -> BenchmarkRow {
        let title = "\(AnswerServer.items.count) bytes \(form), \(inFlight) in flight, against \(peerName)"
        let goal: Figure.Goal? = goal.map { .atLeast($0) }
        guard access(asyncHTTPClientProgram, X_OK) == 0 else {
            return BenchmarkRow(
                title, [Figure(nil, "times AsyncHTTPClient's calls/s", goal: goal)],
                note: "its program isn't built: swift build -c release --package-path Samples/Server --product async-http-client-peer")
        }
        let server = try ServerProcess("serve")
        func peer(_ client: String) throws -> Times {
            let url = server.url.appending(path: work.path).absoluteString
            return try times(of: asyncHTTPClientProgram, [client, url, "\(calls)", "\(inFlight)"])
        }
        let plain = try sideBySide(rounds: 5) {
            try times(of: .endpointKit, work, server.url, calls: calls, inFlight: inFlight)
        } _: {
            try peer(work == .data ? "data" : "plain")
        }
        var figures = [
            Figure(1 / plain.wallRatio, "times AsyncHTTPClient's calls/s", goal: goal),
            Figure(plain.cpuRatio, "times its processor time"), Figure(Double(calls) / plain.first.wall, "calls/s"),
            Figure(Double(calls) / plain.second.wall, "calls/s of AsyncHTTPClient"),
        ]
        if work == .items {
            let onTop = try sideBySide(rounds: 5) {
                try peer("endpointKit")
            } _: {
                try peer("plain")
            }
            figures.append(Figure(1 / onTop.wallRatio, "times AsyncHTTPClient's calls/s on AsyncHTTPClientTransport"))
        }
        return BenchmarkRow(title, figures)
    }

    /// Warms up, and prints the times of a number of calls.
    static func measure(_ arguments: some Collection<String>) throws {
        let words = Array(arguments)
        guard words.count == 5, let client = Client(rawValue: words[0]), let work = Work(rawValue: words[1]),
            let server = URL(string: words[2]),
            let count = Int(words[3]), let inFlight = Int(words[4])
        else { throw Complaint("peer takes a client, a work, a server, and the numbers of calls and of those in flight") }
        let call = try call(of: client, work, server, inFlight: inFlight)
        _ = try Calls.times(count / 4, inFlight: inFlight, call)
        let times = try Calls.times(count, inFlight: inFlight, call)
        print(times.cpu, times.wall)
    }

    private static func call(
        of client: Client, _ work: Work, _ server: URL, inFlight: Int
    ) throws -> @Sendable () async throws -> Void {
        switch client {
        case .endpointKit:
            let calls = try Calls(server, "\(work.path)")
            return switch work {
            case .data: { _ = try await calls.client.data(calls.route).value }
            case .items: { _ = try await calls.client.call(calls.route, as: Calls.Page.self).value }
            case .page: { _ = try await calls.client.call(calls.route, as: Decoding.CharacterPage.self).value }
            }
        case .urlSession:
            #if URLSessionTransport
                let peer = URLSessionPeer(server.appending(path: work.path), inFlight: inFlight)
                return switch work {
                case .data: { _ = try await peer.data() }
                case .items: { _ = try await peer.value(Calls.Page.self) }
                case .page: { _ = try await peer.value(Decoding.CharacterPage.self) }
                }
            #else
                throw Complaint("URLSession is linked under the trait URLSessionTransport only")
            #endif
        }
    }
}
