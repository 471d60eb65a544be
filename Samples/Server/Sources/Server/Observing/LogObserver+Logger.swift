public import EndpointKit
public import Logging

extension LogObserver {
    /// Writes to a swift-log logger: failed calls as errors, failed attempts as warnings, other calls at the level `info`, other attempts
    /// at `debug` and the rest at `trace`, with the redaction of every ``EndpointKit/LogObserver``.
    ///
    ///     APIClient(configuration: configuration, observers: [LogObserver(logger: logger)])
    ///
    /// - Parameter level: how much is passed to the logger; by default, as much as the logger's level lets through.
    public convenience init(_ level: Level? = nil, logger: Logger) {
        self.init(level ?? Level(of: logger)) { line in logger.log(level: Logger.Level(of: line), "\(line.text)") }
    }
}

extension LogObserver.Level {
    fileprivate init(of logger: Logger) {
        switch logger.logLevel {
        case .trace: self = .trace
        case .debug: self = .attempts
        default: self = .calls
        }
    }
}

extension Logger.Level {
    fileprivate init(of line: LogLine) {
        switch line.level {
        case .calls: self = line.isFailure ? .error : .info
        case .attempts: self = line.isFailure ? .warning : .debug
        case .trace: self = .trace
        }
    }
}
