import Dispatch
import EndpointKit
import Foundation
import Synchronization
import TestSupport

/// Instructions of one run of a body, counted by callgrind: this program runs itself under it, few times and many, and the
/// difference is the body's.
enum InstructionCount {
    /// The bodies that can be counted, by name.
    private static func body(named name: String) -> (@Sendable () async throws -> Void)? {
        if name == "request" { return { RequestBuilding.body() } }
        if let decoding = Decoding.Body(rawValue: name) { return { try decoding() } }
        return ClientLayer.Variant(rawValue: name)?.body
    }

    static func repeatBody(named argument: String) throws {
        let words = argument.split(separator: " ")
        guard words.count == 2, let count = Int(words[1]), let body = body(named: String(words[0])) else { return }
        blocking { for _ in 0..<count { try await body() } }
    }

    /// nil without valgrind.
    static func perRun(_ name: String) -> Int? {
        guard let few = total(name, 1000), let many = total(name, 11_000) else { return nil }
        return (many - few) / 10_000
    }

    private static func total(_ name: String, _ count: Int) -> Int? {
        // Without its debugging information, which valgrind's reader may not understand.
        let program = "/tmp/benchmarks-\(getpid())"
        defer { unlink(program) }
        guard let valgrind = SystemProgram.path(of: "valgrind") else { return nil }
        let arguments = ["--tool=callgrind", "--callgrind-out-file=/dev/null", program, "repeat", name, "\(count)"]
        let collected = Mutex<Int?>(nil)
        blocking {
            try await SystemProgram.run("strip", ["-g", "-o", program, CommandLine.arguments[0]])
            let text = try await ChildProcess.run(valgrind, arguments).errorText
            guard let mark = text.firstRange(of: "Collected : ") else { return }
            collected.withLock { $0 = Int(text[mark.upperBound...].prefix { $0.isNumber }) }
        }
        return collected.withLock { $0 }
    }
}

/// Runs asynchronous work to its end on another thread.
func blocking(_ body: @escaping @Sendable () async throws -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
        do { try await body() } catch { print("failed: \(error)") }
        done.signal()
    }
    done.wait()
}
