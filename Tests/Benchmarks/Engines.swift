import EndpointKit
import Foundation
import TestSupport

/// 610 bytes over transports with 1, 2 and 4 engines at most, measured in turn: how the work spreads over threads.
enum Engines {
    private static let limits = [1, 2, 4]

    static func run() throws -> [BenchmarkRow] {
        let server = try ServerProcess("serve")
        return try [1, 64, 256].flatMap { try rows(server, inFlight: $0) }
    }

    private static func rows(_ server: ServerProcess, inFlight: Int) throws -> [BenchmarkRow] {
        let count = inFlight == 1 ? 4096 : 16_384
        let size = AnswerServer.items.count
        let ways = try limits.map { limit in
            let transport = CurlTransport(engines: limit)
            let calls = try Calls(server.url, "items", transport: transport)
            // Starts the engines that are needed.
            _ = try calls.data(count, inFlight: inFlight, size: size)
            return Way(limit: limit, transport: transport, calls: calls)
        }
        for _ in 0..<5 {
            for way in ways {
                let before = ThreadTimes.now
                let times = try way.calls.data(count, inFlight: inFlight, size: size)
                way.rounds.append((times, ThreadTimes.now.since(before)))
            }
        }
        return ways.map { $0.row(count: count, inFlight: inFlight, size: size) }
    }

    private final class Way {
        let limit: Int
        let transport: CurlTransport
        let calls: Calls
        var rounds: [(times: Times, threads: ThreadTimes)] = []

        init(limit: Int, transport: CurlTransport, calls: Calls) {
            (self.limit, self.transport, self.calls) = (limit, transport, calls)
        }

        func row(count: Int, inFlight: Int, size: Int) -> BenchmarkRow {
            func median(_ value: ((times: Times, threads: ThreadTimes)) -> Double) -> Double {
                rounds.map(value).sorted()[rounds.count / 2]
            }
            let perCall = 1e6 / Double(count)
            let engines = (0..<transport.engineCount).map { index in
                Figure(median { $0.threads.engines.dropFirst(index).first ?? 0 } * perCall, "us a call on engine thread \(index + 1)")
            }
            return BenchmarkRow(
                "\(size) bytes as data, \(inFlight) in flight, \(limit == 1 ? "1 engine" : "up to \(limit) engines")",
                [
                    Figure(median { Double(count) / $0.times.wall }, "calls/s"),
                    Figure(median { $0.times.cpu } * perCall, "us of processor time a call"),
                    Figure(median { $0.threads.busiest } * perCall, "us a call on the busiest thread"),
                ] + engines)
        }
    }

    /// The processor time of each thread of this process in seconds.
    private struct ThreadTimes {
        private var all: [String: (seconds: Double, isEngine: Bool)] = [:]

        static var now: ThreadTimes {
            var times = ThreadTimes()
            let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
            for thread in threads {
                func text(_ name: String) -> String {
                    (try? String(contentsOfFile: "/proc/self/task/\(thread)/\(name)", encoding: .utf8)) ?? ""
                }
                guard let nanoseconds = text("schedstat").split(separator: " ").first.flatMap({ Double($0) }) else { continue }
                times.all[thread] = (nanoseconds / 1e9, text("comm").hasPrefix("curl engine"))
            }
            return times
        }

        func since(_ start: ThreadTimes) -> ThreadTimes {
            var times = self
            for (thread, earlier) in start.all { times.all[thread]?.seconds -= earlier.seconds }
            return times
        }

        var busiest: Double { all.values.map(\.seconds).max() ?? 0 }
        /// The times of the engines' threads, the busiest first.
        var engines: [Double] { all.values.filter(\.isEngine).map(\.seconds).sorted(by: >) }
    }
}
