import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport

extension StressRun {
    static let killedCaches = StressRun(
        name: "killed-caches",
        purpose: "1,000 processes that write to one cache, two at a time, are killed: no body is wrong, and the size stays bounded",
        limit: .seconds(600)
    ) { seed in
        let folder = try Folder()
        let reader = try CacheLoad(folder.url)
        var generator = SplitMix64(seed: seed)
        var (found, largest) = (0, 0)
        for round in 0..<500 {
            let writers = try await [0, 1].asyncMap { number in
                try await startThisProgram(
                    arguments: ["--run", cacheWriter.name, "--seed", "\(seed &+ UInt64(2 * round + number))"],
                    environment: [CacheLoad.variable: folder.url.path])
            }
            // After this line, each process writes.
            for writer in writers { try require(await writer.nextLine() == CacheLoad.started, "a writer didn't start") }
            try await Task.sleep(for: .microseconds(Int(generator.next() % 8000)))
            for writer in writers { writer.kill() }
            for writer in writers { try require(await writer.exit == .signal(SIGKILL), "a writer ended by itself") }
            // Every other round checks the long-lived cache, so that the copies in its memory are compared too.
            found += try await (round % 2 == 0 ? reader : try CacheLoad(folder.url)).check()
            largest = max(largest, try CacheLoad.bytes(in: folder.url))
        }
        try require(found > 10_000, "only \(found) responses were read")
        try require(largest <= CacheLoad.limit, "\(largest) bytes were stored, and \(CacheLoad.limit) may be")
        return "\(found) responses were right; at most \(largest >> 10) of \(CacheLoad.limit >> 10) KB were stored"
    }

    static let rememberedCalls = StressRun(
        name: "remembered-calls",
        purpose: "50,000 calls while users sign in, write and cancel get no other user's answer, no older version and no other language"
    ) { seed in
        let folder = try Folder()
        var figures: [String] = []
        for limit in [1, 4, nil] {
            for (index, shares) in [false, true].enumerated() {
                for cookies in [false, true] {
                    let calls = try RememberedCalls(in: index == 0 ? folder.url : nil, limit: limit, shares: shares, cookies: cookies)
                    figures.append(try await calls.run(4_176, seed: seed))
                }
            }
        }
        return figures.joined(separator: "\n    ")
    }

    static let signOuts = StressRun(
        name: "sign-outs", purpose: "after 800 sign-outs during calls no cookie and no stored response is left, in any process"
    ) { seed in
        let folder = try Folder()
        var figures: [String] = []
        for url in [nil, folder.url] {
            for shares in [false, true] {
                figures.append(try await SignOuts(in: url, shares: shares).run(rounds: 200, spread: 200, seed: seed))
            }
        }
        return figures.joined(separator: "\n    ")
    }

    static let clearings = StressRun(
        name: "clearings", purpose: "in 1,200 clearings during look-ups and validations, no cleared response is stored again"
    ) { seed in
        let folder = try Folder()
        var figures: [String] = []
        for url in [nil, folder.url] { figures.append(try await Clearings(in: url).run(rounds: 600, seed: seed)) }
        return figures.joined(separator: "\n    ")
    }

    static let overtakenCalls = StressRun(
        name: "overtaken-calls",
        purpose: "in 40,000 steps with responses in any order, no version older than a stored one comes from the cache"
    ) { seed in
        let folder = try Folder()
        var figures: [String] = []
        for url in [nil, folder.url] { figures.append(try await OvertakenCalls(in: url).run(20_000, seed: seed)) }
        return figures.joined(separator: "\n    ")
    }

    static let downloadsOfTwoUsers = StressRun(
        name: "downloads-of-two-users", purpose: "of 14,000 downloads that break off while users change, no file has the bytes of two"
    ) { seed in
        let folder = try Folder()
        return try await DownloadsOfTwoUsers(in: folder.url).run(14_000, seed: seed)
    }

    /// The process that is killed.
    static let cacheWriter = StressRun(name: "cache-writer", purpose: "writes to a cache until it is killed", limit: .seconds(60)) { seed in
        guard let path = ProcessInfo.processInfo.environment[CacheLoad.variable] else { throw Complaint("no folder is named") }
        let load = try CacheLoad(URL(filePath: path))
        print(CacheLoad.started)
        fflush(nil)
        var generator = SplitMix64(seed: seed)
        while true { try await load.write(&generator) }
    }
}

/// Self-describing responses in a cache that processes share.
private struct CacheLoad {
    static let variable = "STRESS_CACHE"
    static let started = "started"
    static let limit = 1 << 20
    private static let resources: UInt64 = 60

    private let client: APIClient

    init(_ folder: URL) throws {
        guard let url = URL(string: "https://cache.example") else { throw Complaint("the URL is none") }
        var configuration = APIConfiguration(baseURL: url)
        configuration.policies.cache = CachePolicy(size: Self.limit, directory: folder)
        client = APIClient(
            configuration: configuration,
            transport: StubTransport { request in
                let version = UInt64(request.headers["X-Version"] ?? "") ?? 0
                return HTTPResponse(
                    headers: ["Cache-Control": "max-age=1000000", "ETag": "\"\(version)\""],
                    body: Self.body(of: request.path.encoded, version))
            })
    }

    /// Each byte depends on the resource and the version.
    private static func body(of path: String, _ version: UInt64) -> Data {
        var generator = SplitMix64(seed: version &* 1_000_003 &+ UInt64(path.utf8.reduce(0) { $0 &* 31 &+ Int($1) }))
        let words = (0..<Int(generator.next() % 4000)).map { _ in generator.next() }
        return words.withUnsafeBytes { Data($0) }
    }

    func write(_ generator: inout SplitMix64) async throws {
        let number = generator.next() % Self.resources
        let isRemoved = generator.next() % 20 == 0
        let headers: HTTPHeaders = ["X-Version": "\(generator.next() % 1_000_000)"]
        let route = isRemoved ? Route.delete("\(number)", headers: headers) : Route.get("\(number)", headers: headers)
        _ = try await client.data(route).cached(.ignore).value
    }

    /// Returns the number of responses, after checking that all are correct.
    func check() async throws -> Int {
        var count = 0
        for number in 0..<Self.resources {
            let response: Response<Data>
            do { response = try await client.data(.get("\(number)")).cached(.only).response } catch APIError.Code.notCached { continue }
            let version = UInt64(response.headers["ETag"]?.filter(\.isNumber) ?? "") ?? 0
            try require(response.value == Self.body(of: "/\(number)", version), "the body of resource \(number) is wrong")
            count += 1
        }
        return count
    }

    static func bytes(in folder: URL) throws -> Int {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: [.fileSizeKey])
        return (files?.allObjects ?? []).compactMap { $0 as? URL }.reduce(0) {
            $0
                + ((try? $1.resourceValues(forKeys: [.isRegularFileKey, .fileSizeKey])).map {
                    $0.isRegularFile == true ? $0.fileSize ?? 0 : 0
                } ?? 0)
        }
    }
}

extension Array {
    fileprivate func asyncMap<New>(_ transform: (Element) async throws -> New) async rethrows -> [New] {
        var new: [New] = []
        for element in self { new.append(try await transform(element)) }
        return new
    }
}
