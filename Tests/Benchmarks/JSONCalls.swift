import CurlBaseline
import EndpointKit

/// 610 bytes of JSON, typed, over the Linux transport with 1 to 256 calls in flight, against plain C over libcurl with the same decoder.
enum JSONCalls {
    struct Page: Decodable, Sendable {
        struct Item: Decodable, Sendable {
            var id: Int
            var name: String
            var score: Double
            var tags: [String]
        }
        var code: Int
        var status: String
        var results: [Item]
    }

    static func run() throws {
        guard let server = ServerProcess("serve"), let base = URL(string: server.url) else {
            return print("json: the server doesn't start")
        }
        let client = APIClient(configuration: APIConfiguration(baseURL: base))
        for inFlight in [1, 16, 64, 256] {
            let calls = inFlight == 1 ? 4096 : 16_384
            var rate = 0.0
            var cost = 0.0
            var wallRatios: [Double] = []
            let cpu = medianRatio(rounds: 5) {
                let times = Times.of { blocking { await framework(client, calls: calls, inFlight: inFlight) } }
                rate = Double(calls) / times.wall
                cost = times.cpu / Double(calls) * 1e6
                wallRatios.append(times.wall)
                return times.cpu
            } to: {
                let times = Times.of { plain(server.url, calls: calls, inFlight: inFlight) }
                if let wall = wallRatios.popLast() { wallRatios.append(wall / times.wall) }
                return times.cpu
            }
            let wall = wallRatios.sorted()[wallRatios.count / 2]
            printRow(
                "610 bytes of JSON, \(inFlight) in flight",
                "\(cpu.rounded(to: 2)) of plain C's processor time, \(wall.rounded(to: 2)) of its wall time; "
                    + "\(Int(rate)) calls/s, \(cost.rounded(to: 1)) us",
                goal: inFlight == 64 ? "at most 1.3 of the processor time" : "none")
        }
    }

    private static func framework(_ client: APIClient, calls: Int, inFlight: Int) async {
        await withTaskGroup(of: Int.self) { group in
            for _ in 0..<inFlight {
                group.addTask {
                    var count = 0
                    for _ in 0..<(calls / inFlight) {
                        guard let page = try? await client.call(.get("items"), as: Page.self).value else { continue }
                        count += page.results.count == 7 ? 1 : 0
                    }
                    return count
                }
            }
            var total = 0
            for await count in group { total += count }
            if total != calls { print("only \(total) of \(calls) calls were answered") }
        }
    }

    private static let decoder = JSONDecoder()

    private static func plain(_ url: String, calls: Int, inFlight: Int) {
        let answered = baseline_get(url + "items", Int32(calls), Int32(inFlight)) { bytes, count in
            guard let bytes, let page = try? JSONCalls.decoder.decode(Page.self, from: Data(bytes: bytes, count: count)),
                page.results.count == 7
            else { return print("not decoded") }
        }
        if answered != calls { print("only \(answered) of \(calls) requests were answered") }
    }
}
