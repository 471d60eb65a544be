/// The endpoint of a call and the destination of the response's body: everything except the type of the value.
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

    /// See ``TransferContext/bodyTimeout``.
    var bodyTimeout: Duration? {
        if case .stream(let stream) = destination { stream?.timeout } else { nil }
    }

    var isDownload: Bool {
        if case .file = destination { true } else { false }
    }

    /// Whether a function returns the value, and nothing is sent.
    var isOperation: Bool {
        if case .operation = destination { true } else { false }
    }

    var isResuming: Bool {
        if case .file(let file) = destination { file.isResuming } else { false }
    }

    init(_ endpoint: any Endpoint, accept: String) {
        self.endpoint = endpoint
        self.accept = accept
    }
}

/// The destination of a successful response's body. Any other body is buffered in memory, for an error or a redirect.
enum BodyDestination: Sendable {
    case memory
    /// A stream that the caller reads; nil if any successful response will do.
    case stream(Stream?)
    case file(File)
    /// There is no body: a function returns the value, and nothing is sent.
    case operation(@Sendable () async throws -> any Sendable)

    /// What a stream has to be.
    final class Stream: Sendable {
        let accepts: @Sendable (HTTPResponse) -> Bool
        /// See ``TransferContext/bodyTimeout``.
        let timeout: Duration?

        init(timeout: Duration?, accepts: @escaping @Sendable (HTTPResponse) -> Bool) { (self.timeout, self.accepts) = (timeout, accepts) }
    }

    final class File: Sendable {
        let url: URL
        let isResuming: Bool

        init(_ url: URL, isResuming: Bool) {
            self.url = url
            self.isResuming = isResuming
        }
    }
}

/// The options that a call's modifiers set.
struct CallOptions: Sendable {
    var progress: ProgressHandler?
    var retry: RetryPolicy?
    var timeout: Duration?
    var deadline: Duration?
    var tags: Set<String> = []
    var adapters: [any RequestAdapter] = []
    /// Edits of the decision list, in order.
    var decisions: [@Sendable ([any ResponseDecision]) -> [any ResponseDecision]] = []
    var priority: TaskPriority? {
        get { rawPriority.map(TaskPriority.init) }
        set { rawPriority = newValue?.rawValue }
    }
    private var rawPriority: UInt8?
    var groups: [CallGroup.Members] = []
    var needsPlace = true
    var cacheUse = CacheUse.standard
    /// The wait before the call begins. An event stream waits here before it reconnects, so that a cancellation ends the wait.
    var pause: (@Sendable () async throws -> Void)?
    /// Whether the caller continues after this failure. The call's groups then ignore it.
    var continuesAfter: (@Sendable (any Error) -> Bool)?

    /// Holds the options in a class, because most calls have none and then store only nil.
    final class Shared: Sendable {
        let options: CallOptions

        init(_ options: CallOptions) { self.options = options }
    }
}
