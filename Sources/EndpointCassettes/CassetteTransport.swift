public import EndpointKit
public import EndpointKitTesting

/// Records another transport's exchanges in a file, called a cassette, and replays them later without a network.
///
///     let cassette = try CassetteTransport(file, .replayOrRecord)
///     let client = CharactersClient(configuration: configuration, transport: cassette)
///
/// A cassette is an HTTP Archive (HAR 1.2), which browsers' developer tools can open. Archives that were exported from a browser can be
/// replayed, too. A replayed call goes through the whole pipeline: adapters, decisions, decoding, paging. Recorded times are not replayed, so
/// the call doesn't wait. If the transport fails, the failure is recorded as `_error` in the response, and a replay retries the call like the
/// original one.
///
/// **Secrets.** Everything that the redaction hides is omitted: header fields, query items, parts of the path, cookies, and values in bodies.
/// So is everything that authentication added, and the same values anywhere else in the cassette, whatever their encoding: percent-encoding,
/// JSON or HTML escapes, or Base64. A value is searched for elsewhere only if it has at least 6 bytes, or 8 if it consists of letters,
/// because shorter values occur by chance. A number, a word of fewer than 16 letters and a value of fewer than 8 bytes are found only where
/// they stand alone, and not in URLs. Values of more than 64 KiB aren't searched for, and neither are other forms of a value, such as
/// hexadecimal or capitals. Bodies are read in UTF-8, UTF-16, UTF-32 and Latin-1, including bodies in gzip or, on Linux, another content
/// coding that the caller decodes. A body that is encrypted, or truncated inside its coding, is stored unchanged. A body with more than five
/// codings is hidden completely.
///
/// A hidden name is also found inside other values: in `payload={"token":…}` and `next=/cb?access_token=…`, percent-encoded or not; in a
/// field with a URL, such as `Refresh`; in a JSON string that is a document or a URL, or contains `password: …`; and in a body that doesn't
/// match its type. At most six levels of nested values are inspected.
///
/// **What a scrubber can't know.** It hides values by name, so read a cassette before you commit it. The following values are written
/// unchanged:
///
/// - a secret without a name, as in "your code is …", a CSV column, PHP's `print_r`, `var_dump` and `serialize`, or the path of a URL;
/// - a secret with an ordinary name, such as `id` or `data`, unless ``/EndpointKit/Redaction/hiding(_:)`` or
///   ``/EndpointKit/Redaction/hiding(path:)`` names it. Names of people and email addresses aren't recognized;
/// - a value next to its name: `"name": "token", "value": "…"`, `["token", "…"]`, `setItem("token", "…")`, `--token …`, and
///   `<meta name="csrf-token" content="…">`;
/// - content that isn't plain text: Base64, such as the content of a signed token, HTML entities, PEM blocks, pictures, archives and other
///   binary formats;
/// - in a body that isn't valid JSON: a value on the lines of a heredoc or a raw string, on the line after `password =` without quotes, in
///   the second branch of a condition, in a call on another string (`token = "…".concat("…")`), in an SQL statement (`password LIKE '…'`), in
///   netrc, in an INI or TOML table with the name (`[token]`), or after a sign other than `=`, `:` and `=>`.
///
/// In a sentence, the whole line after `key:` is hidden, even if it isn't a secret; see ``/EndpointKit/Redaction/showing(_:)``.
///
/// **Hidden values in a replay.** A hidden value in a response is replaced by a value of the same form, so that the response can still be
/// decoded. A string becomes `redacted-1`, with a different number for each value. A UUID, digits, hexadecimal and Base64 keep their length
/// and end with that number. A date becomes the first of January 2000, and a number becomes 0. The form of other types, such as
/// enumerations, is unknown: show such a member with ``/EndpointKit/Redaction/showing(_:)``, in the redaction of the client or of the
/// cassette. If a request sends such a value back under another name, as in `?after=redacted-1`, the recording contains the same
/// replacement. Otherwise, hidden values are ignored when a recording is looked up. This includes a value in a path, a query or a body that
/// is hidden only because it has a hidden name in another exchange, but not a JSON number that has such a name only in a later request; see
/// `RequestMatching`.
///
/// **Bodies** are stored as text if they are valid UTF-8 and not an image, sound or font, and otherwise in Base64. They are kept in memory,
/// up to the limit for a buffered body (``/EndpointKit/TransferContext/bodyLimit``). Bytes beyond that limit, and bytes that were never read,
/// aren't recorded, and a replay that reaches them fails.
///
/// **When the file is written.** ``save()`` writes the whole file, which only its owner can read. Call it after a successful run. Without
/// that call, the file stays unchanged, so a failed run doesn't replace a good cassette. A transport that only adds recordings, with
/// ``Mode/replayOrRecord``, also saves when it is released. Any number of clients and tasks can use a cassette at the same time, but two
/// transports must not record to the same file.
public final class CassetteTransport: Transport {
    /// The source of responses.
    public enum Mode: Sendable {
        /// From the file, which must exist. Nothing is sent.
        case replay
        /// From the other transport. ``CassetteTransport/save()`` replaces the file's earlier content.
        case record
        /// From the file if it has a recording that hasn't been played yet, otherwise from the other transport, whose response is added.
        case replayOrRecord
    }

    /// Determines which recording is used for a request.
    public enum Order: Sendable {
        /// The next recording, which must match: for calls that are made one after another. With ``Mode/replayOrRecord``, requests after the
        /// last recording are recorded.
        case strict
        /// The first recording that matches and hasn't been played yet, so that equal requests get their responses in the recorded order. A
        /// request that is made more often than it was recorded gets no response.
        case byRequest
        /// Like ``byRequest``, but the last response repeats, for example for a program that polls.
        case repeating
    }

    /// The source of responses.
    public let mode: Mode
    private let base: any Transport
    private let redaction: Redaction?
    private let tape: CassetteTape

    /// Reads the file, unless it is to be replaced.
    ///
    /// Throws an ``/EndpointKit/APIError`` of code `file`, with the line and path of the value, if the file is missing or can't be used. If
    /// the transport is going to record, this also throws for a device, a pipe, or a folder that can't be written to. A symbolic link is
    /// followed. An archive entry that can't be replayed causes an error only when a request needs it. An entry that no request can match,
    /// such as one for a `data:` URL, is skipped.
    ///
    /// - Parameters:
    ///   - file: the cassette, whose folder must exist.
    ///   - mode: replays by default, so that nothing is sent.
    ///   - order: which recording is used if several match.
    ///   - matching: the parts of a request by which its recording is looked up.
    ///   - base: the transport to record; nil for the platform's own.
    ///   - redaction: determines what is hidden. nil means each request's own redaction, from its client's policies, combined with
    ///     ``/EndpointKit/Redaction/standard`` except for names that the request's redaction shows. With `.nothing`, the cassette contains
    ///     secrets.
    public init(
        _ file: URL, _ mode: Mode = .replay, order: Order = .byRequest, matching: RequestMatching = .standard,
        around base: (any Transport)? = nil, redaction: Redaction? = nil
    ) throws {
        self.mode = mode
        self.base = base ?? platformTransport
        self.redaction = redaction
        let file = CassetteFile(file)
        if mode != .replay { try file.checkWritable() }
        let content = mode == .record ? nil : try file.content(isRewritten: mode == .replayOrRecord)
        if mode == .replay, content == nil { throw file.failure("does not exist") }
        tape = CassetteTape(
            file: file, content: content ?? CassetteFile.Content(), order: order, matching: matching, savesAtEnd: mode == .replayOrRecord)
    }

    /// Writes the recording. If nothing was recorded, the file stays unchanged. Throws an ``/EndpointKit/APIError`` of code `file`.
    public func save() throws { try tape.save() }

    /// The recordings that no request has used, as `GET https://host/path?query`. Empty after a complete replay.
    public var unplayed: [String] { tape.unplayed }

    public func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        guard let recording = try await recording(of: request, in: context) else { return try await record(request, in: context) }
        let response = try recording.response(to: request)
        if let end = recording.end(for: request) { throw end }
        let limit = context.bodyLimit(of: request)
        if response.body.count > limit {
            throw APIError(.bodyTooLarge, "The response's body is larger than the limit of \(limit) bytes.", request: request)
        }
        return response
    }

    public func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        guard let recording = try await recording(of: request, in: context) else { return try await recordStream(request, in: context) }
        let response = try recording.response(to: request)
        return HTTPResponseStream(head: response, body: ReplayedBody(response.body, end: recording.end(for: request)).stream)
    }

    private func redaction(of request: HTTPRequest) -> Redaction {
        redaction ?? request.redaction.withStandard
    }
}

// MARK: Replaying

extension CassetteTransport {
    /// The recording to use for the request; nil if the request is sent with the other transport.
    private func recording(of request: HTTPRequest, in context: TransferContext) async throws -> Recording? {
        try request.validate()
        guard mode != .record else { return nil }
        try context.validate(for: request)
        try Task.checkCancellation()
        let body = try await body(of: request)
        switch tape.play(request, body: body, redaction(of: request)) {
        case .recording(let recording): return recording
        case .missing where mode == .replayOrRecord: return nil
        case .missing(let message), .outOfOrder(let message): throw APIError(.unanswered, message(), request: request)
        }
    }

    /// A streamed body is read for comparison only if it can be read again, or if nothing will be sent.
    private func body(of request: HTTPRequest) async throws -> Data? {
        guard tape.matching.comparesBody, let entity = request.body else { return nil }
        guard mode == .replay || entity.isReplayable else {
            throw APIError(
                .bodyEncoding, "A body that can be sent only once can't be compared with a recording and then be recorded.",
                request: request)
        }
        var body = Data()
        for try await chunk in try entity.chunks() {
            try Task.checkCancellation()
            body.append(chunk)
        }
        return body
    }
}

extension HTTPRequest {
    /// The parts of the request that are compared, without the values that `redaction` hides.
    ///
    /// - Parameters:
    ///   - bytes: the bytes of its body.
    ///   - words: the values that are hidden in other requests.
    func shape(body bytes: Data?, _ redaction: Redaction, by matching: RequestMatching, _ words: HiddenWords? = nil) -> RequestShape {
        // A value that is hidden in one place was scrubbed in all others.
        var words = words ?? HiddenWords()
        words.learn(self, body: bytes.map { Array($0) }, by: redaction)
        let scrubber = Scrubber(redaction: redaction, words: words)
        let shown = bytes.map { scrubber.requestBody(Array($0), headers, contentType: contentType) }
        return RequestShape(
            method: method.rawValue, url: scrubber.url(of: self), headers: scrubber.headers(of: self),
            body: shown.map { RequestShapeBody($0, contentType: scrubber.contentType(contentType)) }, by: matching)
    }
}

extension Recording {
    /// Throws the recorded failure if no response arrived, or an error if the entry can't be used.
    fileprivate func response(to request: HTTPRequest) throws -> HTTPResponse {
        if let problem { throw APIError(.file, "Entry \(entry) of the cassette can't be replayed: \(problem).", request: request) }
        guard let response else {
            throw failure?.error(for: request) ?? APIError(.file, "Entry \(entry) of the cassette has no response.", request: request)
        }
        guard let body = response.body else {
            throw APIError(.file, "Entry \(entry) of the cassette was saved without the response's body.", request: request)
        }
        var whole = HTTPResponse(status: response.status, headers: response.headers, body: body.bytes)
        whole.address = request.urlText
        // Hiding a value has changed the length.
        let isOwnLength = failure == nil && body.isWhole && !body.bytes.isEmpty && !whole.headers.contains("Content-Encoding")
        if isOwnLength, whole.headers.contains("Content-Length") { whole.headers["Content-Length"] = "\(body.bytes.count)" }
        return whole
    }

    /// The error at the end of an incomplete body.
    fileprivate func end(for request: HTTPRequest) -> APIError? {
        if let failure { return failure.error(for: request) }
        guard let body = response?.body, !body.isWhole else { return nil }
        return APIError(
            .unanswered, "The recording of this body ends after \(body.bytes.count) bytes: its reader stopped there, or it was too long.",
            request: request)
    }
}

// MARK: Recording

extension CassetteTransport {
    private func record(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        let (take, sent) = begin(request, in: context)
        var response: HTTPResponse
        do {
            response = try await base.send(sent, in: take.context)
        } catch {
            try await take.end(failing: error)
            throw error
        }
        try await take.end(response)
        if !context.wantsMetrics { response.metrics = nil }
        return response
    }

    private func recordStream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        let (take, sent) = begin(request, in: context)
        var response: HTTPResponseStream
        do {
            response = try await base.stream(sent, in: take.context)
        } catch {
            try await take.end(failing: error)
            throw error
        }
        // Once the caller has read the response, the file may be gone.
        try await take.readFile()
        response.body = RecordedBody(response, of: take, limit: context.bodyLimit(of: request)).stream
        if !context.wantsMetrics { response.metrics = nil }
        return response
    }

    private func begin(_ request: HTTPRequest, in context: TransferContext) -> (CassetteTake, HTTPRequest) {
        let (sent, upload) = request.recordingBody(limit: context.bodyLimit(of: request))
        var context = context
        // The metrics contain the HTTP version.
        context.wantsMetrics = true
        let take = CassetteTake(request: request, upload: upload, redaction: redaction(of: request), context: context, tape: tape)
        return (take, sent)
    }
}

extension HTTPResponseStream {
    fileprivate init(head: HTTPResponse, body: Body) {
        self.init(status: head.status, headers: head.headers, body: body)
        address = head.address
    }
}
