internal import CommandLineProgram
internal import EndpointKit

/// The values of `--log`.
enum LogLevel: String, CaseIterable {
    case calls, attempts, trace

    var level: LogObserver.Level {
        switch self {
        case .calls: .calls
        case .attempts: .attempts
        case .trace: .trace
        }
    }
}

extension Option {
    static let log = Option("log", "<level>", "log calls, attempts or trace to standard error, without a progress bar")
}
