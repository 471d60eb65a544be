import Dispatch
import EndpointKit
import Foundation
import Synchronization
import TestSupport

/// The instructions in one run of a body, counted by callgrind. The program runs itself with few and with many repetitions, so that the
/// difference is due to the body alone.
enum InstructionCount {
    /// The bodies that can be counted, by name.
    private static func body(named name: String) -> (@Sendable () async throws -> Void)? {
        if name == "request" { return { RequestBuilding.body() } }
        if let decoding = Decoding.Body(rawValue: name) { return { try decoding() } }
        return ClientLayer.Variant(rawValue: name)?.body
    }

    static func repeatBody(named argument: String) throws {
        let words = argument.split(separator: " ")
        guard words.count == 2, let count = Int(words[1]) else { return }
        if let calls = SmallCalls.Counted(rawValue: String(words[0])) { return try calls.make(count) }
        guard let body = body(named: String(words[0])) else { return }
        try blocking { for _ in 0..<count { try await body() } }
    }

    /// The reason why nothing is counted; nil if valgrind is installed.
    static var gap: String? { SystemProgram.isInstalled("valgrind") ? nil : "instructions are counted by valgrind, which isn't installed" }

    /// nil without valgrind.
    static func perRun(_ name: String, few: Int = 1000, many: Int = 11_000) -> Double? {
        guard let first = total(name, few), let second = total(name, many) else { return nil }
        return Double(second - first) / Double(many - few)
    }

    private static func total(_ name: String, _ count: Int) -> Int? {
        // The copy has no debugging information, which valgrind may not be able to read.
        let program = "/tmp/benchmarks-\(getpid())"
        defer { unlink(program) }
        guard let valgrind = SystemProgram.path(of: "valgrind") else { return nil }
        let arguments = ["--tool=callgrind", "--callgrind-out-file=/dev/null", program, "repeat", name, "\(count)"]
        return try? blocking {
            try await SystemProgram.run("strip", ["-g", "-o", program, CommandLine.arguments[0]])
            let text = try await ChildProcess.run(valgrind, arguments).errorText
            guard let mark = text.firstRange(of: "Collected : ") else { return nil }
            return Int(text[mark.upperBound...].prefix { $0.isNumber })
        }
    }
}

/// Runs asynchronous work to its end on another thread.
func blocking<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value {
    let done = DispatchSemaphore(value: 0)
    let result = Mutex<Result<Value, any Error>?>(nil)
    Task.detached {
        do {
            let value = try await body()
            result.withLock { $0 = .success(value) }
        } catch {
            result.withLock { $0 = .failure(error) }
        }
        done.signal()
    }
    done.wait()
    guard let result = result.withLock({ $0 }) else { throw Complaint("the work has no result") }
    return try result.get()
}
