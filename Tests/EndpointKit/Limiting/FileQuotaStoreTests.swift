import EndpointKit
import EndpointKitTesting
import Foundation
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
        #expect(try text() == "{\"version\":1,\"requests\":[[1800000000000,2],[1800000060000,1]]}\n")
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
        try write(#"{"version":2,"windows":{}}"#)
        let error = await failure { try await store.update(QuotaChange(wanted: 1), of: window) }
        #expect(error?.message == "The quota file quota.json is from a newer version of this program. Delete it to start again.")
        #expect(try text() == #"{"version":2,"windows":{}}"#)
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
