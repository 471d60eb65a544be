/// Sends the requests of one call, and puts the response bodies into memory, a stream or a file. It reports to observers and progress
/// handlers; to report progress, it transfers every body as a stream.
struct BodyTransfer: Sendable {
    static let none = BodyTransfer()

    private let destination: Destination
    private let progress: ProgressHandler?

    private enum Destination: Sendable {
        case memory
        /// The call is the one whose caller reads the body.
        case stream(BodyDestination.Stream?, CallHandle)
        case file(DownloadFile)
        case operation(@Sendable () async throws -> any Sendable)
    }

    private init() { (destination, progress) = (.memory, nil) }

    /// Throws an ``APIError`` of code `file` if the file can't be written.
    init(
        _ destination: BodyDestination, of call: CallHandle, resuming source: String?, progress: ProgressHandler?,
        reporter: CallReporter?
    ) throws {
        switch destination {
        case .memory: self.destination = .memory
        case .stream(let expected): self.destination = .stream(expected, call)
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
    }

    /// The call whose caller reads the body; nil if the body isn't streamed.
    var reader: CallHandle? { if case .stream(_, let call) = destination { call } else { nil } }

    var isDownload: Bool { if case .file = destination { true } else { false } }

    /// Keeps the bytes of an interrupted download if they belong to the same user.
    func keep(for owner: DownloadOwner?, atHop hop: Int) throws(APIError) {
        if case .file(let file) = destination { try file.keep(for: owner, atHop: hop) }
    }

    func send(_ request: HTTPRequest, over wire: Wire) async throws -> Answer {
        guard isWhole else { return try await transferred(request, over: wire) }
        if !wire.isStored { wire.reporter?.report(.sent(request)) }
        let response = try await wire.send(request)
        wire.reporter?.report(head: response)
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
        case .stream(let expected, let call):
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
            // Until the body has been read or released, it is part of the call, and ends when the call does.
            let body = CallBody(stream.body, of: call)
            return Answer(
                response: HTTPResponse(head: stream), content: .stream(HTTPResponseStream.Body({ try await body.chunk() }, of: body)))
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
        if let progress { request.body = request.body?.reporting(to: progress, clock: wire.clock) }
        if !wire.isStored { wire.reporter?.report(.sent(request)) }
        var stream = try await wire.stream(request)
        wire.reporter?.report(head: HTTPResponse(head: stream))
        // The body of a redirect is left unread.
        if wire.leavesBodyUnread(of: stream, to: request) { stream.body = HTTPResponseStream.Body(Data()) }
        // The body of an error or a redirect isn't the download, so it isn't reported.
        guard let progress, stream.status.isSuccess else { return stream }
        let counter = ByteCounter(
            body: stream.body,
            progress: ProgressReport(
                TransferProgress(downloading: stream, answering: request.method), clock: wire.clock, report: progress))
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
