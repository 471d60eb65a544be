/// The exit codes of every program, from sysexits.h where one fits.
package enum ExitCode: Int32, CaseIterable, Sendable {
    case ok = 0
    case usage = 64
    case notFound = 66
    case network = 69
    case service = 70
    case file = 74
    case quota = 75
    case decoding = 76
    case authentication = 77
    case configuration = 78
    /// The code of `timeout(1)`.
    case timeout = 124
    /// The code that a shell reports for SIGINT.
    case interrupted = 130

    /// The explanation in the help.
    package var meaning: String {
        switch self {
        case .ok: "success, or the reader of the output closed it early"
        case .usage: "the arguments are invalid, or the service rejected them"
        case .notFound: "the service has nothing with that name or number"
        case .network: "the service could not be reached, or the connection broke"
        case .service: "the service failed"
        case .file: "a file could not be read or written, or the output could not be written"
        case .quota: "the service's quota is used up"
        case .decoding: "the answer could not be decoded"
        case .authentication: "the service did not accept the keys or the token"
        case .configuration: "the settings in the environment or in a file are invalid"
        case .timeout: "the service did not answer in time"
        case .interrupted: "Ctrl-C; the signal ends the process"
        }
    }
}
