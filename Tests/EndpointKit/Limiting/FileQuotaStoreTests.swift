import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite struct FileQuotaStoreTests {
    private let folder: Folder
    private let time = TestTime(Date(timeIntervalSince1970: 1_800_000_000))
    private let window = QuotaWindow(calls: 3, period: .seconds(100))
    /// Each store represents a process.
    private var store: FileQuotaStore { FileQuotaStore(folder.file("quota.json"), now: { [time] in time.date }) }

    init() throws { folder = try Folder() }

    private func text() throws -> String { try String(contentsOf: folder.file("quota.json"), encoding: .utf8) }

    private func write(_ text: String, mode: Int = 0o600) throws {
        try folder.write(Array(text.utf8), to: "quota.json")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file("quota.json").path)
    }

    @Test func `FileQuotaStore: processes share the count in a private file that outlives them`() async throws {
        let grant = try await store.update(QuotaChange(wanted: 2), of: window)
        #expect(try await store.update(QuotaChange(wanted: 2), of: window).tickets.count == 1)
        #expect(try await store.update(QuotaChange(arrived: grant.tickets), of: window).used == 3)
        #expect(folder.names == ["quota.json", "quota.json.lock"])
        for name in folder.names { #expect(try folder.permissions(name) == 0o600) }
        #expect(try text() == "{\"version\":2,\"period\":100000,\"requests\":[[1800000000000,2],[1800000060000,1]]}\n")
    }

    @Test func `FileQuotaStore: reading the usage neither creates nor changes the file`() async throws {
        #expect(try await store.update(QuotaChange(), of: window).used == 0)
        #expect(folder.names == [])
        try write(#"{ "requests": [[1800000000000, 1]], "version": 1 }"#)
        #expect(try await store.update(QuotaChange(), of: window).used == 1)
        #expect(try text() == #"{ "requests": [[1800000000000, 1]], "version": 1 }"#)
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{"version":1}"#, #"{"version":0,"requests":[]}"#, #"{"version":1,"requests":[[1]]}"#,
        #"{"version":1,"requests":[[1,0]]}"#, #"{"version":1,"requests":[[1,-5]]}"#, #"{"version":1,"requests":[[2,1],[1,1]]}"#,
        #"{"version":1,"requests":[[1,1],[1,1]]}"#, #"{"version":1,"requests":[[9223372036854775807,9223372036854775807]]}"#,
        #"{"version":2,"period":-1,"requests":[]}"#, #"{"version":2,"period":9223372036854775807,"requests":[]}"#,
        #"{"version":1,"requests":[[-9223372036854775808,1]]}"#, #"{"version":1,"requests":"hunter2"}"#, "\u{0}\u{0}\u{0}",
    ])
    func `FileQuotaStore: a damaged file is an error that doesn't quote it, until it is older than the period`(text: String) async throws {
        try write(text)
        let now = Date()
        func store(after seconds: Double) -> FileQuotaStore {
            FileQuotaStore(folder.file("quota.json"), now: { now.addingTimeInterval(seconds) })
        }
        let error = await failure { try await store(after: 150).update(QuotaChange(wanted: 1), of: window) }
        #expect(error?.code == .file)
        #expect(error?.message == "The quota file quota.json is damaged. Delete it to start again; in 2 min 40 s it counts as empty.")
        #expect(try await store(after: 170).update(QuotaChange(wanted: 1), of: window).used == 1)
    }

    @Test func `FileQuotaStore: a file of a newer version is an error, and stays unchanged`() async throws {
        try write(#"{"version":3,"windows":{}}"#)
        let error = await failure { try await store.update(QuotaChange(wanted: 1), of: window) }
        #expect(error?.message == "The quota file quota.json is from a newer version of this program. Delete it to start again.")
        #expect(try text() == #"{"version":3,"windows":{}}"#)
    }

    @Test func `FileQuotaStore: a file that others may write, a folder, and a missing directory are errors`() async throws {
        try write(#"{"version":1,"requests":[]}"#, mode: 0o666)
        let open = await failure { try await store.update(QuotaChange(wanted: 1), of: window) }
        #expect(open?.message.contains("run chmod 600 on it") == true)
        let folderError = await failure { try await FileQuotaStore(folder.url).update(QuotaChange(wanted: 1), of: window) }
        #expect(folderError?.code == .file)
        let missing = FileQuotaStore(folder.url.appending(path: "none/quota.json"))
        #expect(await failure { try await missing.update(QuotaChange(wanted: 1), of: window) }?.code == .file)
        #expect(try await missing.update(QuotaChange(), of: window).used == 0)
    }

    @Test func `FileQuotaStore: after the clock is set back, requests count for one more period`() async throws {
        let grant = try await store.update(QuotaChange(wanted: 3), of: window)
        _ = try await store.update(QuotaChange(arrived: grant.tickets), of: window)
        time.advance(by: -1_000_000)
        #expect(try await store.update(QuotaChange(wanted: 1), of: window).waits == [.milliseconds(100_001)])
        // A write is needed for it to be remembered.
        _ = try await store.update(QuotaChange(arrived: ["1"]), of: window)
        time.advance(by: 100.1)
        #expect(try await store.update(QuotaChange(wanted: 1), of: window).tickets.count == 1)
    }

    @Test(arguments: [-Double.infinity, .nan, 1e300, -1e300]) func `FileQuotaStore: no clock value traps`(
        seconds: Double
    ) async throws {
        let store = FileQuotaStore(folder.file("quota.json"), now: { Date(timeIntervalSince1970: seconds) })
        #expect(try await store.update(QuotaChange(wanted: 1), of: window).used == 1)
    }

    @Test func `FileQuotaStore: the file stays small even with many calls`() async throws {
        let window = QuotaWindow(calls: 1_000_000, period: .seconds(10))
        for _ in 0..<300 {
            let grant = try await store.update(QuotaChange(wanted: 3000), of: window)
            time.advance(by: 0.0033)
            _ = try await store.update(QuotaChange(arrived: grant.tickets), of: window)
        }
        #expect(try await store.update(QuotaChange(), of: window).used == 900_000)
        #expect(try Data(contentsOf: folder.file("quota.json")).count < 4000)
    }

    @Test func `FileQuotaStore: its mirror shows only the file's name`() {
        var text = ""
        dump(FileQuotaStore(folder.url.appending(path: "hunter2/quota.json")), to: &text)
        #expect(text.contains("quota.json"))
        #expect(!text.contains("hunter2"))
    }

    @Test func `FileQuotaStore: short windows that are updated all the time stay a small file for the long one`() async throws {
        let (short, long) = (QuotaWindow(calls: 5, period: .seconds(1)), QuotaWindow(calls: 100_000, period: .seconds(86_400)))
        _ = try await store.update(QuotaChange(wanted: 1), of: long)
        for _ in 0..<600 {
            let grant = try await store.update(QuotaChange(wanted: 1), of: short)
            #expect(grant.tickets.count == 1)
            time.advance(by: 1.1)
            _ = try await store.update(QuotaChange(arrived: grant.tickets), of: short)
            time.advance(by: 1.1)
        }
        #expect(try await store.update(QuotaChange(), of: long).used == 601)
        #expect(try Data(contentsOf: folder.file("quota.json")).count < 9000)
    }

    @Test func `FileQuotaStore: a link to a file that doesn't exist yet is followed`() async throws {
        try FileManager.default.createDirectory(at: folder.file("data"), withIntermediateDirectories: false)
        try FileManager.default.createSymbolicLink(atPath: folder.file("quota.json").path, withDestinationPath: "data/real.json")
        _ = try await store.update(QuotaChange(wanted: 1), of: window)
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("quota.json").path) == "data/real.json")
        #expect(FileManager.default.fileExists(atPath: folder.file("data/real.json").path))
        #expect(try await store.update(QuotaChange(wanted: 1), of: window).used == 2)
        try FileManager.default.createSymbolicLink(atPath: folder.file("circle").path, withDestinationPath: "circle")
        let circle = FileQuotaStore(folder.file("circle"))
        #expect(await failure { try await circle.update(QuotaChange(wanted: 1), of: window) }?.code == .file)
    }

    @Test func `FileQuotaStore: old temporary files of writers that were killed are removed, and no others`() async throws {
        let old = ["quota.json.3w5e11264sgsf.new", "quota.json.UPPER-CASE.new", "other.json.abc.new", "quota.json.new"]
        for name in old {
            try folder.write([], to: name)
            try FileManager.default.setAttributes(
                [.modificationDate: Date().addingTimeInterval(-3600)], ofItemAtPath: folder.file(name).path)
        }
        try folder.write([], to: "quota.json.fresh.new")
        _ = try await store.update(QuotaChange(wanted: 1), of: window)
        #expect(folder.names == (old.dropFirst() + ["quota.json", "quota.json.fresh.new", "quota.json.lock"]).sorted())
    }

    // MARK: A lock that another process has

    /// Held until it is released.
    private final class Held: Sendable {
        private let descriptor: Int32
        init(_ file: URL) {
            descriptor = open(file.path + ".lock", O_WRONLY | O_CREAT, 0o600)
            #expect(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
        }
        func release() { flock(descriptor, LOCK_UN) }
        deinit { close(descriptor) }
    }

    @Test func `FileQuotaStore: it gives up a lock that isn't freed`() async throws {
        let held = Held(folder.file("quota.json"))
        defer { held.release() }
        let store = FileQuotaStore(folder.file("quota.json"), patience: .milliseconds(10))
        let error = await failure { try await store.update(QuotaChange(wanted: 1), of: window) }
        #expect(error?.code == .file)
        #expect(error?.message == "The quota file quota.json is kept locked by another process.")
    }

    @Test func `Quota: a call that fails at once if it is spent doesn't wait for a locked file, and neither does one with a deadline`()
        async throws
    {
        let held = Held(folder.file("quota.json"))
        defer { held.release() }
        let stub = StubTransport()
        for whenSpent in [Quota.WhenSpent.fail, .wait] {
            let client = try APIClient.example(stub, clock: ManualClock()) {
                $0.policies.quota = Quota(
                    calls: 5, per: .seconds(60), whenSpent: whenSpent,
                    store: FileQuotaStore(folder.file("quota.json"), patience: .seconds(1000)))
            }
            let error = await failure {
                try await client.call(.get("items")).deadline(whenSpent == .fail ? .seconds(500) : .milliseconds(400)).value
            }
            #expect(error?.code == .quota)
            #expect(error?.message.contains("Another process may keep its file locked") == true)
        }
        #expect(stub.requests.isEmpty)
    }

    @Test(
        "Quota: a response that arrives while the file is locked is returned, and counted later",
        arguments: [(0.001, nil), (1000, nil), (1000, 0.9)] as [(Double, Double?)])
    func responseUnderLock(patience: Double, deadline: Double?) async throws {
        let start = Date()
        let file = folder.file("quota.json")
        let held = Mutex<Held?>(nil)
        let stub = StubTransport { _ in
            held.withLock { if $0 == nil { $0 = Held(file) } }
            return HTTPResponse(status: 204)
        }
        let client = try APIClient.example(stub, clock: ManualClock()) {
            let store = FileQuotaStore(file, patience: .seconds(patience), now: { start })
            $0.policies.quota = Quota(calls: 5, per: .seconds(1000), store: store)
        }
        let call = client.call(.get("items"))
        if let deadline { try await call.deadline(.seconds(deadline)).value } else { try await call.value }
        held.withLock { $0?.release() }
        try await client.call(.get("items")).value
        // A request in flight would count for a minute more.
        for (seconds, count) in [(500.0, 2), (1030, 0)] {
            let later = FileQuotaStore(file, now: { start.addingTimeInterval(seconds) })
            let window = QuotaWindow(calls: 5, period: .seconds(1000))
            try await eventually(asking: { try await later.update(QuotaChange(), of: window).used == count })
        }
    }

    private final class StuckStore: QuotaStore {
        private let asked = Counter()
        func update(_ change: QuotaChange, of window: QuotaWindow) async throws -> QuotaGrant {
            if asked.next() > 1 { try await Task.sleep(for: .seconds(100_000)) }
            return QuotaGrant(tickets: ["1"], used: 1)
        }
    }

    @Test func `Quota: a store that never answers costs no response`() async throws {
        let stub = StubTransport()
        let client = try APIClient.example(stub) {
            $0.policies.quota = Quota(calls: 5, per: .seconds(60), whenSpent: .fail, store: StuckStore())
        }
        try await client.call(.get("items")).value
        #expect(await failure { try await client.call(.get("items")).value }?.code == .quota)
        #expect(stub.requests.count == 1)
    }

    // MARK: Another process

    @Test(.enabled(if: SystemProgram.isInstalled("flock"), "flock isn't installed"))
    func `FileQuotaStore: it waits only while another process holds the lock`() async throws {
        _ = try await store.update(QuotaChange(wanted: 1), of: window)
        let flock = try #require(SystemProgram.path(of: "flock"))
        let process = try await ChildProcess.start(
            flock, ["quota.json.lock", "/bin/sh", "-c", "echo locked; exec sleep 1000"], environment: ["PATH": "/usr/bin:/bin"],
            directory: folder.url)
        #expect(await process.nextLine() == "locked")
        let waiting = Task { [store, window] in try await store.update(QuotaChange(wanted: 1), of: window) }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        async let grant = store.update(QuotaChange(wanted: 1), of: window)
        process.kill()
        #expect(try await grant.used == 2)
    }
}
