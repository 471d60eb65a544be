/// What the program ends with: the codes of sysexits.h where one fits.
enum ExitCode: Int32, CaseIterable {
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
    /// As `timeout(1)` has it.
    case timeout = 124
    /// As a shell reports SIGINT.
    case interrupted = 130

    /// For the help.
    var meaning: String {
        switch self {
        case .ok: "it worked, or the reader of the output closed it early"
        case .usage: "the arguments are wrong, here or in the service's eyes"
        case .notFound: "the service has no such thing"
        case .network: "the service could not be reached, or the connection broke"
        case .service: "the service failed"
        case .file: "a file or the output could not be written"
        case .quota: "too many calls for today"
        case .decoding: "the answer could not be read"
        case .authentication: "the service did not accept the keys"
        case .configuration: "the settings are wrong, in the environment or in a file"
        case .timeout: "the service did not answer in time"
        case .interrupted: "Ctrl-C"
        }
    }
}
