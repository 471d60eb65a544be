/// The endpoint of a call and the destination of the response's body: everything but the type of the value.
struct CallPlan: Sendable {
    let endpoint: any Endpoint
    let accept: String
    var destination = BodyDestination.memory
    /// Edits the request before the first adapter.
    var edit: (@Sendable (inout HTTPRequest) -> Void)?

    /// Whether the response is buffered in memory.
    var isPlain: Bool {
        if case .memory = destination { true } else { false }
    }

    /// Whether the caller reads the body.
    var isStream: Bool {
        if case .stream = destination { true } else { false }
    }

    var isResuming: Bool {
        if case .file(let file) = destination { file.isResuming } else { false }
    }

    init(_ endpoint: any Endpoint, accept: String) {
        self.endpoint = endpoint
        self.accept = accept
    }
}

/// The destination of a success's body. Any other body is buffered in memory, because an error or a redirect needs it.
enum BodyDestination: Sendable {
    case memory
    /// A stream that the caller reads.
    case stream
    case file(File)

    // A class, because a URL's size isn't known at compile time, and every value that holds one costs more to move.
    final class File: Sendable {
        let url: URL
        let isResuming: Bool

        init(_ url: URL, isResuming: Bool) {
            self.url = url
            self.isResuming = isResuming
        }
    }
}
