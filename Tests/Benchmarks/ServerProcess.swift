import EndpointKit
import EndpointKitTesting
import Glibc

/// A server in a process of its own, so that its work isn't counted: this program, started with the command that serves.
final class ServerProcess {
    let url: String
    private let process: pid_t
    private let output: UnsafeMutablePointer<FILE>

    /// What that command does once its server is there: tells the address, and lives as long as the process that started it, which
    /// holds the other end of standard input.
    static func announce(_ server: LoopbackServer) {
        print(server.url.absoluteString)
        fflush(nil)
        while getchar() != EOF {}
    }

    init?(_ command: String) {
        var input: [Int32] = [0, 0]
        var output: [Int32] = [0, 0]
        guard pipe(&input) == 0, pipe(&output) == 0 else { return nil }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        posix_spawn_file_actions_adddup2(&actions, input[0], 0)
        posix_spawn_file_actions_adddup2(&actions, output[1], 1)
        posix_spawn_file_actions_addclose(&actions, input[1])
        var process = pid_t()
        var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("benchmarks"), strdup(command), nil]
        guard posix_spawn(&process, CommandLine.arguments[0], &actions, nil, &arguments, environ) == 0,
            let file = fdopen(output[0], "r")
        else { return nil }
        close(input[0])
        close(output[1])
        var line = [CChar](repeating: 0, count: 256)
        guard fgets(&line, 256, file) != nil else { return nil }
        url = String(decoding: line.prefix { $0 != 0 && $0 != 10 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        self.process = process
        self.output = file
    }

    deinit {
        kill(process, SIGTERM)
        var status: Int32 = 0
        waitpid(process, &status, 0)
        fclose(output)
    }
}
