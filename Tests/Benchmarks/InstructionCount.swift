import Dispatch
import EndpointKit
import Glibc
import Synchronization

/// Instructions of one run of a body, counted by callgrind: this program runs itself under it, few times and many, and the
/// difference is the body's.
enum InstructionCount {
    /// The bodies that can be counted, by name.
    private static func body(named name: String) -> (@Sendable () async throws -> Void)? {
        switch name {
        case "client-layer": ClientLayer.body
        case "client-layer-foreign": ClientLayer.foreignBody
        case "request": { RequestBuilding.body() }
        default: nil
        }
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
        let command = """
            strip -g -o \(program) '\(CommandLine.arguments[0])' && \
            valgrind --tool=callgrind --callgrind-out-file=/dev/null \(program) repeat \(name) \(count) 2>&1
            """
        guard let pipe = popen(command, "r") else { return nil }
        defer { pclose(pipe) }
        var result: Int?
        var line = [CChar](repeating: 0, count: 4096)
        while fgets(&line, Int32(line.count), pipe) != nil {
            let text = String(decoding: line.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            if let mark = text.firstRange(of: "Collected : ") { result = Int(text[mark.upperBound...].prefix { $0.isNumber }) }
        }
        return result
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
