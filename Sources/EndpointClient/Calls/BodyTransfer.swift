/// Sends the requests of one call, and puts the response bodies into memory, a stream or a file. It reports to observers and progress
/// handlers; to report progress, it transfers every body as a stream.
struct BodyTransfer: Sendable {
    static let none = BodyTransfer()

    private let destination: Destination
    private let progress: ProgressHandler?
    private let clock: AnyClock?
    private let reporter: CallReporter?

    private enum Destination: Sendable {
        case memory
        case stream(BodyDestination.Stream?)
        case file(DownloadFile)
        case operation(@Sendable () async throws -> any Sendable)
    }

    private init() { (destination, progress, clock, reporter) = (.memory, nil, nil, nil) }

    /// Throws an ``APIError`` of code `file` if the file can't be written.
    init(
        _ destination: BodyDestination, resuming source: String?, progress: ProgressHandler?, clock: AnyClock, reporter: CallReporter?
    ) throws {
        switch destination {
        case .memory: self.destination = .memory
        case .stream(let expected): self.destination = .stream(expected)
        case .file(let file):
            self.destination = .file(try DownloadFile(for: DownloadDestination(file.url), resuming: source))
        case .operation(let operation): self.destination = .operation(operation)
        }
        if let reporter, reporter.followsProgress {
            self.progress = { event in
                progress?(event)
                reporter.report(.progress(event))
            }
        } else {
            self.progress = progress
        }
        self.clock = clock
        self.reporter = reporter
    }

    /// Keeps the bytes of an interrupted download if they belong to the same user.
    func keep(for owner: DownloadOwner?, atHop hop: Int) throws(APIError) {
        if case .file(let file) = destination { try file.keep(for: owner, atHop: hop) }
    }

    func send(_ request: HTTPRequest, over wire: Wire) async throws -> Answer {
        guard isWhole else { return try await transferred(request, over: wire) }
        if !wire.isStored { reporter?.report(.sent(request)) }
        let response = try await wire.send(request)
        reporter?.report(head: response)
        return Answer(response: response, content: Self.part(response.status, response.headers, of: request))
    }

    /// Returns `.part` if the response is only part of a resource that was requested as a whole.
    private static func part(_ status: HTTPStatus, _ headers: @autoclosure () -> HTTPHeaders, of request: HTTPRequest) -> Answer.Content? {
        status == .partialContent && !request.headers.contains("Range") && headers().announceBytePart ? .part : nil
    }

    /// Whether the transport's response is returned as it is.
    private var isWhole: Bool {
        guard case .memory = destination else { return false }
        return progress == nil
    }

    private func transferred(_ request: HTTPRequest, over wire: Wire) async throws -> Answer {
        switch destination {
        case .memory:
            return try await gathered(stream(request, over: wire), for: request)
        case .stream(let expected):
            let stream = try await stream(request, over: wire)
            guard stream.status.isSuccess, Self.part(stream.status, stream.headers, of: request) == nil else {
                return try await gathered(stream, for: request)
            }
            if expected?.accepts(HTTPResponse(head: stream)) == false {
                var response = HTTPResponse(head: stream)
                // Such a body may be endless.
                response.body = try await stream.body.beginning(limit: request.bodyLimit, within: request.timeout)
                return Answer(response: response)
            }
            return Answer(response: HTTPResponse(head: stream), content: .stream(wire.held(stream.body)))
        case .file(let file):
            return try await Download(file: file) { try await self.stream($0, over: wire) }.send(request)
        case .operation(let operation):
            return Answer(response: HTTPResponse(), content: .value(try await wire.interruption.waiting(operation)))
        }
    }

    private func gathered(_ stream: HTTPResponseStream, for request: HTTPRequest) async throws -> Answer {
        var response = HTTPResponse(head: stream)
        response.body = try await stream.namingHead { try await stream.body.collected(for: request) }
        return Answer(response: response, content: Self.part(stream.status, stream.headers, of: request))
    }

    private func stream(_ request: HTTPRequest, over wire: Wire) async throws -> HTTPResponseStream {
        var request = request
        if let progress, let clock { request.body = request.body?.reporting(to: progress, clock: clock) }
        if !wire.isStored { reporter?.report(.sent(request)) }
        var stream = try await wire.stream(request)
        reporter?.report(head: HTTPResponse(head: stream))
        // The body of a redirect is left unread.
        if wire.leavesBodyUnread(of: stream, to: request) { stream.body = HTTPResponseStream.Body(Data()) }
        // The body of an error or a redirect isn't the download, so it isn't reported.
        guard let progress, let clock, stream.status.isSuccess else { return stream }
        let counter = ByteCounter(
            body: stream.body,
            progress: ProgressReport(
                TransferProgress(downloading: stream, answering: request.method), clock: clock, report: progress))
        stream.body = HTTPResponseStream.Body { try await counter.next() }
        return stream
    }
}

extension HTTPResponseStream {
    /// Reads the body. If that fails, the error has the head.
    func namingHead<Value>(_ read: () async throws -> Value) async throws -> Value {
        do { return try await read() } catch let error as APIError {
            throw error.response == nil ? error.adding(head: HTTPResponse(head: self)) : error
        }
    }
}

extension CallReporter {
    fileprivate func report(head response: HTTPResponse) {
        var head = response
        head.body = Data()
        report(.head(head))
    }
}

extension HTTPResponseStream.Body {
    /// Collects the body up to the request's limit.
    func collected(for request: HTTPRequest) async throws -> Data {
        do {
            return try await collected(limit: request.bodyLimit)
        } catch var error as APIError where error.code == .bodyTooLarge && error.request == nil {
            error.request = APIError.RequestSummary(request)
            throw error
        }
    }
}
