import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@testable import EndpointStores

/// A machine's two clocks, both of which a test can set.
private final class Machine: Sendable {
    let boot = Mutex((name: "boot-1", time: 1000.0))
    let wall = TestTime(Date(timeIntervalSince1970: 1_800_000_000))

    /// The clocks of this boot.
    var clock: BootClock {
        BootClock(name: boot.withLock { $0.name }, now: { [self] in .seconds(boot.withLock { $0.time }) }, date: { [self] in wall.date })
    }

    func advance(_ seconds: Double) {
        boot.withLock { $0.time += seconds }
        wall.advance(by: seconds)
    }

    func restart() { boot.withLock { $0 = ("boot-\(UUID())", 5) } }
}

@Suite struct FileQuotaStoreTests {
    private let folder: Folder
    private let machine = Machine()
    private let window = QuotaWindow(calls: 3, period: .seconds(100))
    /// Each store represents a process.
    private var store: FileQuotaStore { store(folder.file("quota.json")) }

    init() throws { folder = try Folder() }

    private func store(_ url: URL) -> FileQuotaStore { FileQuotaStore(url, patience: .milliseconds(10), clock: machine.clock) }

    /// A process whose clocks stand still, some time after the files were written.
    private func store(_ seconds: Double, after date: Date) -> FileQuotaStore {
        FileQuotaStore(
            folder.file("quota.json"), clock: BootClock(name: "a", now: { .zero }, date: { date.addingTimeInterval(seconds) }))
    }

    private func text() throws -> String { try String(contentsOf: folder.file("quota.json"), encoding: .utf8) }

    private func write(_ text: String, mode: Int = 0o600) throws {
        try folder.write(Array(text.utf8), to: "quota.json")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file("quota.json").path)
    }

    private func reserve(_ calls: Int, validity: Double = 0) async throws -> QuotaGrant {
        try await store.reserve(calls, returning: [], for: .seconds(validity), of: window)
    }

    private func problem(of store: FileQuotaStore? = nil) async -> String? {
        await failure { try await (store ?? self.store).reserve(0, returning: [], for: .zero, of: window) }?.message
    }

    @Test func `FileQuotaStore: processes share the count in a private file that outlives them`() async throws {
        #expect(try await reserve(2).granted == 2)
        #expect(try await reserve(2, validity: 0.5).granted == 1)
        #expect(try await reserve(0).used == 3)
        #expect(folder.names == ["quota.json", "quota.json.lock"])
        for name in folder.names { #expect(try folder.permissions(name) == 0o600) }
        let times = #""boot":"boot-1","time":1000000,"date":1800000000000"#
        #expect(try text() == "{\"version\":3,\(times),\"period\":100000,\"requests\":[[1000000,2],[1000500,1]]}\n")
    }

    @Test func `FileQuotaStore: reading the usage neither creates nor changes the file`() async throws {
        #expect(try await reserve(0).used == 0)
        #expect(folder.names == [])
        try write(#"{ "requests": [[1800000000000, 1]], "version": 1 }"#)
        #expect(try await reserve(0).used == 1)
        #expect(try text() == #"{ "requests": [[1800000000000, 1]], "version": 1 }"#)
        #expect(folder.names == ["quota.json", "quota.json.lock"])
    }

    @Test(arguments: [1, 2]) func `FileQuotaStore: it continues the file of an earlier version`(version: Int) async throws {
        // One of the two requests is in flight, with a time in the future.
        try write(#"{"version":\#(version),"period":100000,"requests":[[1799999950000,1],[1800000060000,1]]}"#)
        let grant = try await reserve(2)
        #expect(grant.granted == 1)
        #expect(grant.waits == [.milliseconds(50_001)])
        #expect(try text().contains(#""requests":[[950000,1],[1000000,2]]"#))
    }

    // MARK: Clocks

    /// Steps of the wall clock in seconds.
    private static let steps: [Double] = sizes + sizes.map { -$0 }
    private static let sizes: [Double] = [0.001, 1, 5, 59, 61, 99, 101, 3600, 86_400, 4e7, 1e9]

    @Test(arguments: steps) func `FileQuotaStore: it isn't affected if somebody sets the time`(step: Double) async throws {
        _ = try await reserve(2)
        machine.wall.advance(by: step)
        machine.advance(60)
        #expect(try await reserve(2).granted == 1)
        machine.wall.advance(by: -step / 2)
        #expect(try await reserve(2).waits == [.milliseconds(40_001), .milliseconds(40_001)])
        machine.advance(40.5)
        #expect(try await reserve(9).granted == 2)
        machine.wall.advance(by: step * 2)
        #expect(try await reserve(1).waits == [.milliseconds(59_501)])
    }

    @Test func `FileQuotaStore: after a restart of the machine, the wall clock says how much time has passed`() async throws {
        _ = try await reserve(3)
        machine.restart()
        machine.wall.advance(by: 30)
        #expect(try await reserve(1).waits == [.milliseconds(70_001)])
        machine.advance(71)
        #expect(try await reserve(5).granted == 3)
        machine.restart()
        machine.wall.advance(by: 101)
        #expect(try await reserve(5).granted == 3)
    }

    @Test(arguments: steps) func `FileQuotaStore: after a restart with another time, nobody waits longer than a period and a second`(
        step: Double
    ) async throws {
        _ = try await reserve(3, validity: 0.9)
        machine.restart()
        machine.wall.advance(by: step)
        let grant = try await reserve(3)
        #expect(grant.waits.allSatisfy { $0 <= .seconds(101) })
        if step < 0 { #expect(grant.granted == 0) }
        machine.advance(101)
        #expect(try await reserve(3).granted == 3)
    }

    @Test(arguments: [false, true])
    func `FileQuotaStore: times ahead of the clock count from when they are first read, even if the file can't be written`(
        isLocked: Bool
    ) async throws {
        try write(#"{"version":3,"boot":"boot-1","time":1000000,"date":1800000000000,"period":100000,"requests":[[4600000,3]]}"#)
        let lock = isLocked ? try PrivateFile(folder.file("quota.json")).lock() : nil
        defer { withExtendedLifetime(lock) {} }
        let process = store
        for wait in [100_001, 50_001] {
            #expect(try await process.reserve(1, returning: [], for: .zero, of: window).waits == [.milliseconds(wait)])
            machine.advance(50)
        }
        machine.advance(1)
        #expect(try await process.reserve(1, returning: [], for: .zero, of: window).granted == 1)
    }

    @Test(arguments: [-Double.infinity, .nan, 1e300, -1e300]) func `FileQuotaStore: no clock value traps`(seconds: Double) async throws {
        _ = try await reserve(1)
        let date = Date(timeIntervalSince1970: seconds)
        let clock = BootClock(name: "other", now: { .seconds(seconds > 0 ? Int64.max : 0) }, date: { date })
        let store = FileQuotaStore(folder.file("quota.json"), clock: clock)
        #expect(try await store.reserve(1, returning: [], for: .zero, of: window).granted == 1)
    }

    @Test func `FileQuotaStore: stores with their own clocks share the file by the wall clock`() async throws {
        let clocks = [ManualClock(), ManualClock()]
        let stores = clocks.map { [machine] in FileQuotaStore(folder.file("quota.json"), clock: $0, now: { machine.wall.date }) }
        clocks[0].advance(by: .seconds(5000))
        for store in stores { #expect(try await store.reserve(1, returning: [], for: .zero, of: window).granted == 1) }
        machine.wall.advance(by: 10)
        #expect(try await stores[0].reserve(2, returning: [], for: .zero, of: window).waits == [.milliseconds(90_001)])
    }

    @Test func `BootClock: a boot's clock and the clocks of its time namespaces have different names`() {
        func name(_ offsets: String) -> String { BootClock.name(ofBoot: Array("1f-2e\n".utf8), offsets: Array(offsets.utf8)) }
        #expect(name("") == "1f-2e")
        #expect(name("monotonic           0         0\nboottime            0         0\n") == "1f-2e")
        #expect(name("monotonic           0         0\nboottime        -3600        12\n") == "1f-2e monotonic 0 0 boottime -3600 12")
    }

    @Test func `FileQuotaStore: processes of this machine share its clock`() async throws {
        let wall = TestTime(Date(timeIntervalSince1970: 1_800_000_000))
        let stores = (0..<2).map { _ in FileQuotaStore(folder.file("quota.json"), now: { wall.date }) }
        _ = try await stores[0].reserve(3, returning: [], for: .zero, of: QuotaWindow(calls: 3, period: .seconds(3600)))
        // By the wall clock, the period would be over.
        wall.advance(by: 7200)
        #expect(try await stores[1].reserve(1, returning: [], for: .zero, of: QuotaWindow(calls: 3, period: .seconds(3600))).granted == 0)
    }

    /// Four processes on a machine that restarts, and whose time is changed again and again. Each request is sent at a random moment before its
    /// permit expires.
    @Test(arguments: 1...4 as ClosedRange<UInt64>)
    func `FileQuotaStore: whatever happens to the time, requests stay within the limit and no wait is too long`(
        seed: UInt64
    ) async throws {
        var random = SplitMix64(seed: seed)
        let window = QuotaWindow(calls: 20, period: .seconds(2))
        var stores = (0..<4).map { _ in store }
        var now = 0.0
        var moments: [Double] = []
        // How far the wall clock is ahead, now and when the file was written.
        var (error, written) = (0.0, 0.0)
        // Whether no process has written the file since the restart.
        var isFirst = false
        var unsent: [[Duration]] = [[], [], [], []]
        func set(_ change: Double) {
            error += change
            machine.wall.advance(by: change)
        }
        for _ in 0..<600 {
            let step = Double.random(in: 0...0.1, using: &random)
            now += step
            machine.advance(step)
            if Int.random(in: 0..<4, using: &random) == 0 { set((Self.steps.randomElement(using: &random) ?? 0) - error) }
            if Int.random(in: 0..<50, using: &random) == 0 {
                // The clock isn't set ahead here, because a store couldn't detect that after the restart.
                set(min(0, Self.steps.randomElement(using: &random) ?? 0) + written - error)
                machine.restart()
                stores = (0..<4).map { _ in store }
                (isFirst, unsent) = (true, [[], [], [], []])
            }
            let validity = Double.random(in: 0...0.9, using: &random)
            let process = Int.random(in: 0..<4, using: &random)
            let grant = try await stores[process].reserve(
                Int.random(in: 1...6, using: &random), returning: unsent[process], for: .seconds(validity), of: window)
            unsent[process] = (0..<grant.granted).filter { _ in Int.random(in: 0..<5, using: &random) == 0 }.map { _ in grant.end }
            let sent = grant.granted - unsent[process].count
            if grant.granted > 0 || isFirst { written = error }
            isFirst = false
            for _ in 0..<sent { moments.append(now + Double.random(in: 0...validity, using: &random)) }
            #expect(grant.waits.allSatisfy { $0 <= .seconds(3) })
        }
        moments.sort()
        for index in moments.indices.dropFirst(20) { #expect(moments[index] - moments[index - 20] > 2) }
        #expect(moments.count > 100)
    }

    // MARK: The file

    @Test(arguments: [
        "", "{", "[]", "null", #"{"version":1}"#, #"{"version":0,"requests":[]}"#, #"{"version":1,"requests":[[1]]}"#,
        #"{"version":1,"requests":[[1,0]]}"#, #"{"version":1,"requests":[[1,-5]]}"#, #"{"version":1,"requests":[[2,1],[1,1]]}"#,
        #"{"version":1,"requests":[[1,1],[1,1]]}"#, #"{"version":1,"requests":[[9223372036854775807,9223372036854775807]]}"#,
        #"{"version":2,"period":-1,"requests":[]}"#, #"{"version":2,"period":9223372036854775807,"requests":[]}"#,
        #"{"version":1,"requests":[[-9223372036854775808,1]]}"#, #"{"version":1,"requests":"hunter2"}"#, "\u{0}\u{0}\u{0}",
    ])
    func `FileQuotaStore: a damaged file is reported without quoting it, and replaced once it is older than the period`(
        text: String
    ) async throws {
        try write(text)
        let now = Date()
        let process = store(90, after: now)
        #expect(try await process.reserve(2, returning: [], for: .zero, of: window).granted == 2)
        #expect(
            await problem(of: process)
                == "The quota file quota.json is damaged. Delete it to start again; in 1 min 41 s it counts as empty.")
        #expect(try self.text() == text)
        // The process that has the requests in memory still counts them.
        #expect(try await process.reserve(2, returning: [], for: .zero, of: window).granted == 1)
        #expect(try await store(110, after: now).reserve(1, returning: [], for: .zero, of: window).used == 1)
    }

    @Test func `FileQuotaStore: a file that is too large for any quota counts as damaged`() async throws {
        try write(String(repeating: "x", count: 1 << 20 + 1))
        let now = Date()
        #expect(await problem(of: store(90, after: now))?.contains("is damaged") == true)
        #expect(try await store(110, after: now).reserve(1, returning: [], for: .zero, of: window).used == 1)
        #expect(try text().hasPrefix("{"))
    }

    @Test func `FileQuotaStore: the file of a newer version is reported, and stays unchanged`() async throws {
        try write(#"{"version":4,"windows":{}}"#)
        #expect(try await reserve(1).granted == 1)
        #expect(await problem() == "The quota file quota.json is from a newer version of this program. Delete it to start again.")
        #expect(try text() == #"{"version":4,"windows":{}}"#)
    }

    @Test func `FileQuotaStore: a file that others may write, a folder, and a missing directory are reported`() async throws {
        try write(#"{"version":1,"requests":[]}"#, mode: 0o666)
        #expect(await problem()?.contains("run chmod 600 on it") == true)
        #expect(await problem(of: store(folder.url)) != nil)
        let missing = store(folder.url.appending(path: "none/quota.json"))
        #expect(await problem(of: missing) == "The quota file quota.json can't be written: No such file or directory.")
        for store in [store, store(folder.url), missing] {
            #expect(try await store.reserve(2, returning: [], for: .zero, of: window).granted == 2)
            #expect(try await store.reserve(2, returning: [], for: .zero, of: window).granted == 1)
        }
    }

    @Test func `FileQuotaStore: the file stays small even with many calls`() async throws {
        let window = QuotaWindow(calls: 1_000_000, period: .seconds(10))
        for _ in 0..<300 {
            _ = try await store.reserve(3000, returning: [], for: .zero, of: window)
            machine.advance(0.0033)
        }
        #expect(try await store.reserve(0, returning: [], for: .zero, of: window).used == 900_000)
        #expect(try text().utf8.count < 8000)
    }

    @Test func `FileQuotaStore: its mirror shows only the file's name`() {
        var text = ""
        dump(FileQuotaStore(folder.url.appending(path: "hunter2/quota.json")), to: &text)
        #expect(text.contains("quota.json"))
        #expect(!text.contains("hunter2"))
    }

    @Test func `FileQuotaStore: frequently updated short windows don't enlarge the file of the long window`() async throws {
        let (short, long) = (QuotaWindow(calls: 5, period: .seconds(1)), QuotaWindow(calls: 100_000, period: .seconds(86_400)))
        _ = try await store.reserve(1, returning: [], for: .zero, of: long)
        let stores = [store, store]
        for number in 0..<2000 {
            #expect(try await stores[number % 2].reserve(1, returning: [], for: .zero, of: short).granted == 1)
            machine.advance(2.2)
        }
        #expect(try await store.reserve(0, returning: [], for: .zero, of: long).used == 2001)
        #expect(try text().utf8.count < 9000)
        // No request counts longer than a period after the latest.
        machine.advance(86_400)
        #expect(try await store.reserve(0, returning: [], for: .zero, of: long).used == 0)
    }

    @Test func `FileQuotaStore: a link to a file that doesn't exist yet is followed`() async throws {
        try FileManager.default.createDirectory(at: folder.file("data"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: folder.file("quota.json").path, withDestinationPath: "data/real.json")
        _ = try await reserve(1)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("quota.json").path) == "data/real.json")
        #expect(FileManager.default.fileExists(atPath: folder.file("data/real.json").path))
        #expect(try await reserve(1).used == 2)
        try FileManager.default.createSymbolicLink(atPath: folder.file("circle").path, withDestinationPath: "circle")
        #expect(await problem(of: store(folder.file("circle"))) != nil)
    }

    @Test func `FileQuotaStore: old temporary files of writers that were killed are removed, and no others`() async throws {
        let old = ["quota.json.3w5e11264sgsf.new", "quota.json.UPPER-CASE.new", "other.json.abc.new", "quota.json.new"]
        for name in old {
            try folder.write([], to: name)
            try FileManager.default.setAttributes(
                [.modificationDate: Date().addingTimeInterval(-3600)], ofItemAtPath: folder.file(name).path)
        }
        // Its writer has it open and locked.
        let writer = try FileWriter(folder.file("quota.json.fresh.new").path, .new)
        _ = try await reserve(1)
        withExtendedLifetime(writer) {}
        #expect(folder.names == (old.dropFirst() + ["quota.json", "quota.json.fresh.new", "quota.json.lock"]).sorted())
    }

    // MARK: A file that can't be used

    @Test func `FileQuotaStore: if its folder vanishes, a process continues with its own count, and saves it later`() async throws {
        let inner = folder.url.appending(path: "inner", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        let (one, other) = (store(inner.appending(path: "quota.json")), store(inner.appending(path: "quota.json")))
        _ = try await other.reserve(1, returning: [], for: .zero, of: window)
        _ = try await one.reserve(1, returning: [], for: .zero, of: window)
        try FileManager.default.removeItem(at: inner)
        #expect(try await one.reserve(2, returning: [], for: .zero, of: window).granted == 1)
        #expect(await problem(of: one) == "The quota file quota.json can't be written: No such file or directory.")
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        // The new file also contains the request that was in no file.
        #expect(try await one.reserve(1, returning: [], for: .zero, of: window).used == 2)
        #expect(try await other.reserve(0, returning: [], for: .zero, of: window).used == 2)
    }

    @Test func `FileQuotaStore: deleting the file starts the count again, even for a process that read it`() async throws {
        let process = store
        _ = try await process.reserve(3, returning: [], for: .zero, of: window)
        try FileManager.default.removeItem(at: folder.file("quota.json"))
        #expect(try await process.reserve(0, returning: [], for: .zero, of: window).used == 0)
        #expect(try await process.reserve(1, returning: [], for: .zero, of: window).used == 1)
    }

    @Test func `FileQuotaStore: unsaved requests take little space, and are saved for each period`() async throws {
        let inner = folder.url.appending(path: "inner", directoryHint: .isDirectory)
        let process = store(inner.appending(path: "quota.json"))
        let (short, long) = (QuotaWindow(calls: 5, period: .seconds(1)), QuotaWindow(calls: 100_000, period: .seconds(86_400)))
        for window in [long, short] { _ = try await process.reserve(1, returning: [], for: .zero, of: window) }
        for _ in 0..<2000 {
            machine.advance(2.2)
            #expect(try await process.reserve(1, returning: [], for: .zero, of: short).granted == 1)
        }
        try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: false)
        #expect(try await process.reserve(1, returning: [], for: .zero, of: short).used == 2)
        #expect(try await store(process.url).reserve(0, returning: [], for: .zero, of: long).used == 2003)
        #expect(try Data(contentsOf: process.url).count < 9000)
    }

    #if os(Linux)
        // Runs in separate processes, whose user and limits can change.
        @Test func `FileQuotaStore: on a full disk the calls continue, and the usage says what is wrong`() async throws {
            await #expect(processExitsWith: .success) {
                let test = try FileQuotaStoreTests()
                let process = test.store
                signal(SIGXFSZ, SIG_IGN)
                var limit = rlimit(rlim_cur: 10, rlim_max: 1 << 20)
                try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
                let problem = "The quota file quota.json can't be written: File too large."
                try #require(await test.problem() == problem)
                try #require(try await process.reserve(2, returning: [], for: .zero, of: test.window).granted == 2)
                try #require(try await process.reserve(2, returning: [], for: .zero, of: test.window).granted == 1)
                try #require(await test.problem() == problem)
                try #require(test.folder.names == ["quota.json.lock"])
                limit.rlim_cur = limit.rlim_max
                try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
                test.machine.advance(50)
                let wider = QuotaWindow(calls: 4, period: .seconds(100))
                try #require(try await process.reserve(1, returning: [], for: .zero, of: wider).granted == 1)
                // All requests are in the file now.
                try #require(try await test.reserve(1).used == 4)
            }
        }

        @Test func `FileQuotaStore: in a read-only folder the calls continue, and the usage says what is wrong`() async throws {
            await #expect(processExitsWith: .success) {
                let test = try FileQuotaStoreTests()
                _ = try await test.reserve(1)
                let path = test.folder.url.path(percentEncoded: false)
                try #require(chmod(path, 0o555) == 0)
                if geteuid() == 0 {
                    for name in test.folder.names { try #require(chown(path + name, 65534, 65534) == 0) }
                    try #require(seteuid(65534) == 0)
                }
                let process = test.store
                try #require(try await process.reserve(1, returning: [], for: .zero, of: test.window).granted == 1)
                try #require(try await process.reserve(2, returning: [], for: .zero, of: test.window).granted == 1)
                try #require(await test.problem() == "The quota file quota.json can't be written: Permission denied.")
                try #require(try test.text().contains("[[1000000,1]]"))
                // After a restart with an earlier time, no request waits longer than a period either.
                test.machine.restart()
                test.machine.wall.advance(by: -1000)
                let next = test.store
                try #require(try await next.reserve(3, returning: [], for: .zero, of: test.window).granted == 2)
                test.machine.advance(100.5)
                try #require(try await next.reserve(3, returning: [], for: .zero, of: test.window).granted == 3)
                _ = seteuid(getuid())
            }
        }
    #endif

    @Test func `Quota: a call is sent even if its file can't be used, and the usage says what is wrong`() async throws {
        let stub = StubTransport()
        let quota = Quota(calls: 1, per: .seconds(60), whenSpent: .fail, store: store(folder.file("none/quota.json")))
        let client = try APIClient.example(stub, clock: ManualClock()) { $0.policies.quota = quota }
        try await client.call(.get("items")).value
        #expect(await failure { try await client.call(.get("items")).value }?.code == .quota)
        #expect(stub.requests.count == 1)
        #expect(await failure { try await quota.usage() }?.code == .file)
    }

    // MARK: A lock that another process holds

    /// Starts a process that holds the lock of the file.
    private func holder() async throws -> ChildProcess {
        let process = try await ChildProcess.start(
            #require(SystemProgram.path(of: "flock")), ["quota.json.lock", "/bin/sh", "-c", "echo locked; exec sleep 1000"],
            environment: ["PATH": "/usr/bin:/bin"], directory: folder.url)
        #expect(await process.nextLine() == "locked")
        return process
    }

    private static let hasFlock = SystemProgram.isInstalled("flock")

    @Test(.enabled(if: hasFlock, "flock isn't installed"))
    func `FileQuotaStore: if a stopped process holds the lock, the calls continue, and the usage says what is wrong`() async throws {
        _ = try await reserve(1)
        let holder = try await holder()
        holder.send(SIGSTOP)
        let process = store
        #expect(try await process.reserve(1, returning: [], for: .zero, of: window).granted == 1)
        #expect(try await process.reserve(2, returning: [], for: .zero, of: window).granted == 1)
        #expect(await problem() == "The quota file quota.json is kept locked by another process.")
        #expect(try text().contains("[[1000000,1]]"))
        holder.kill()
        _ = await holder.exit
        machine.advance(101)
        _ = try await process.reserve(1, returning: [], for: .zero, of: window)
        #expect(try text().contains("[[1101000,1]]"))
    }

    @Test func `FileQuotaStore: the usage reports a problem with the lock before there is a file`() async throws {
        let lock = try PrivateFile(folder.file("quota.json")).lock()
        #expect(await problem() == "The quota file quota.json is kept locked by another process.")
        withExtendedLifetime(lock) {}
        try FileManager.default.createDirectory(at: folder.file("other.json.lock"), withIntermediateDirectories: false)
        #expect(
            await problem(of: store(folder.file("other.json"))) == "The quota file other.json can't be locked: Is a directory.")
        #expect(folder.names == ["other.json.lock", "quota.json.lock"])
    }

    @Test(.enabled(if: hasFlock, "flock isn't installed"))
    func `FileQuotaStore: it waits while another process holds the lock, until it is cancelled`() async throws {
        _ = try await reserve(1)
        let holder = try await holder()
        let process = FileQuotaStore(folder.file("quota.json"), patience: .milliseconds(1), clock: machine.clock)
        #expect(try await process.reserve(1, returning: [], for: .zero, of: window).granted == 1)
        let patient = FileQuotaStore(folder.file("quota.json"), patience: .seconds(100_000), clock: machine.clock)
        let waiting = Task { [window] in try await patient.reserve(1, returning: [], for: .zero, of: window) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        async let grant = patient.reserve(2, returning: [], for: .zero, of: window)
        holder.kill()
        #expect(try await grant.used == 3)
        #expect(try await process.reserve(1, returning: [], for: .zero, of: window).granted == 0)
    }
}
