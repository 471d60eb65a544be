import Foundation
import TestSupport
import Testing

@Suite struct ChildProcessTests {
    private func shell(_ command: String) async throws -> ChildProcess { try await ChildProcess.start("/bin/sh", ["-c", command]) }

    @Test func `ChildProcess: a program's output arrives complete, however much there is`() async throws {
        let result = try await shell("head -c 1000000 /dev/zero; echo end; head -c 1000000 /dev/zero >&2; exit 3").result
        #expect(result.exit == .code(3))
        #expect(result.output.count == 1_000_004 && result.errors.count == 1_000_000)
    }

    @Test func `ChildProcess: lines arrive while the program runs`() async throws {
        let process = try await shell("echo one; printf 'two\nrest'; exec sleep 1000")
        #expect(await process.nextLine() == "one")
        #expect(await process.nextLine() == "two")
        process.kill()
        #expect(await process.exit == .signal(SIGKILL))
        #expect(await process.nextLine() == "rest")
        #expect(await process.nextLine() == nil)
    }

    @Test func `ChildProcess: the environment and the folder are the given ones`() async throws {
        let env = try #require(SystemProgram.path(of: "env"))
        let result = try await ChildProcess.run(env, environment: ["A": "1"])
        #expect(result.outputText == "A=1\n")
        let pwd = try await ChildProcess.run("/bin/sh", ["-c", "pwd"], directory: URL(filePath: "/"))
        #expect(pwd.outputText == "/\n")
    }

    @Test func `ChildProcess: a program that can't be started is an error`() async throws {
        let error = await #expect(throws: (any Error).self) { try await ChildProcess.start("/no/such/program") }
        #expect("\(try #require(error))" == "/no/such/program can't be started: No such file or directory")
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/proc/self/fd")))
    func `ChildProcess: it inherits no descriptor of this process`()
        async throws
    {
        // The ends of this pipe aren't close-on-exec.
        let pipe = Pipe()
        // The descriptor with which the shell reads the folder is closed by then, and has no target.
        let open = try await shell("for number in /proc/$$/fd/*; do readlink $number; done").result.outputText
        withExtendedLifetime(pipe) {}
        #expect(open.split(separator: "\n").count == 3, "\(open)")
    }

    @Test func `ChildProcess: a released process is killed, with everything that it started`() async throws {
        var process: ChildProcess? = try await shell("sleep 1000 & echo $!; exec sleep 1000")
        let line = try #require(await process?.nextLine())
        let started = try #require(pid_t(line))
        #expect(kill(started, 0) == 0)
        process = nil
        await eventually { isGone(started) }
    }

    @Test func `ChildProcess: it doesn't see the machine's proxies`() {
        let names = Set(ProcessInfo.processInfo.environment.keys.map { $0.lowercased() })
        #expect(names.isDisjoint(with: ["http_proxy", "https_proxy", "all_proxy", "no_proxy"]))
    }

    @Test func `ChildProcess: a cancelled task ends the process that it waits for`() async throws {
        let process = try await shell("exec sleep 1000")
        let task = Task { await process.exit }
        task.cancel()
        #expect(await task.value == .signal(SIGKILL))
    }

    @Test func `ChildProcess: it ends with the test process, even if that is killed, and so do programs that it started`() async throws {
        let folder = try FileManager.default.url(
            for: .itemReplacementDirectory, in: .userDomainMask, appropriateFor: FileManager.default.temporaryDirectory, create: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "process")
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = file.path as String] in
            let process = try await ChildProcess.start("/bin/sh", ["-c", "sleep 1000 & echo $$ $!; exec sleep 1000"])
            try Data(try #require(await process.nextLine()).utf8).writeUnsynced(to: URL(filePath: path))
            withExtendedLifetime(process) { _ = raise(SIGKILL) }
        }
        let processes = try String(contentsOf: file, encoding: .utf8).split(separator: " ").compactMap { pid_t($0) }
        #expect(processes.count == 2)
        await eventually { processes.allSatisfy(isGone) }
    }
}

/// Whether a process has ended, even if it hasn't been waited for.
private func isGone(_ process: pid_t) -> Bool {
    guard let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return kill(process, 0) != 0 }
    return status.contains(") Z ")
}
