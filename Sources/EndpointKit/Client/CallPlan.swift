/// What a call asks for, and where the body of its answer goes: everything but the type of its value.
struct CallPlan: Sendable {
    let endpoint: any Endpoint
    let accept: String
    var destination = BodyDestination.memory
    /// Has its say before the first adapter.
    var edit: (@Sendable (inout HTTPRequest) -> Void)?

    /// Whether its answer is wanted in memory.
    var isPlain: Bool {
        if case .memory = destination { true } else { false }
    }

    var isResuming: Bool {
        if case .file(let file) = destination { file.isResuming } else { false }
    }

    init(_ endpoint: any Endpoint, accept: String) {
        self.endpoint = endpoint
        self.accept = accept
    }
}

/// Where the body of a success goes. Any other is read into memory, as an error or a redirect needs it.
enum BodyDestination: Sendable {
    case memory
    /// To whoever reads it.
    case stream
    case file(File)

    // By reference: a URL's size isn't known when this is compiled, and all that holds one costs more to move.
    final class File: Sendable {
        let url: URL
        let isResuming: Bool

        init(_ url: URL, isResuming: Bool) {
            self.url = url
            self.isResuming = isResuming
        }
    }
}
