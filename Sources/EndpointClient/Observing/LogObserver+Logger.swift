#if canImport(os)
    public import os

    extension LogObserver {
        /// Creates an observer that writes to the system's log: failures as errors, and lines that ``Level/calls`` doesn't include as debug
        /// messages.
        public convenience init(_ level: Level = .calls, logger: Logger) {
            self.init(level) { line in
                let type: OSLogType = line.isFailure ? .error : line.level == .calls ? .default : .debug
                logger.log(level: type, "\(line.text, privacy: .public)")
            }
        }
    }
#endif
