import EndpointKit
import EndpointKitTesting
import Synchronization

/// Defines where a response ends, for each method, status, framing, version and way in which the connection ends (RFC 9112, section 6.3,
/// and RFC 9113, section 8.1). Each row has one correct outcome.
extension TransportConformance {
    static let framingChecks =
        framingChecks("HTTP/1 answer", FramingRow.http1) + [
            Check("an answer with a length and chunks ends with the last chunk") { transport in
                try await verify(FramingRow.ambiguous, by: transport)
            }
        ] + framingChecks("HTTP/2 answer (if supported)", FramingRow.http2)

    private static func framingChecks(_ version: String, _ rows: [FramingRow]) -> [Check] {
        FramingRow.End.allCases.compactMap { end in
            let rows = rows.filter { $0.end == end }
            if rows.isEmpty { return nil }
            return Check("an \(version) \(end.words) is complete, or an error") { try await verify(rows, by: $0) }
        }
    }

    /// The number of rows in the table.
    package static var framingRowCount: Int { FramingRow.http1.count + FramingRow.ambiguous.count + FramingRow.http2.count }

    private static func verify(_ rows: [FramingRow], by transport: any Transport) async throws {
        let server = try FramingServer(rows)
        if rows.first?.version == .http2, try await !transport.speaksHTTP2(to: server) { return }
        var complaints: [String] = []
        // Rows with a silent server wait concurrently.
        let width = rows.first?.end == .silence ? rows.count : 1
        try await withThrowingTaskGroup(of: String?.self) { group in
            for (index, row) in rows.enumerated() {
                if index >= width, let complaint = try await group.next() ?? nil { complaints.append(complaint) }
                group.addTask { await row.complaint(about: transport, calling: server, index: index) }
            }
            for try await complaint in group { if let complaint { complaints.append(complaint) } }
        }
        try expect(complaints.isEmpty, complaints.joined(separator: "\n"))
    }
}

extension Transport {
    fileprivate func speaksHTTP2(to server: FramingServer) async throws -> Bool {
        do {
            _ = try await send(server.request(.get, row: 0xFFF), in: FramingRow.Version.http2.context)
            return true
        } catch let error as APIError where error.code == .configuration {
            return false
        }
    }
}

/// One response, and what the caller must receive.
struct FramingRow: Sendable {
    enum Version: String, CaseIterable {
        case http10 = "HTTP/1.0"
        case http11 = "HTTP/1.1"
        case http2 = "HTTP/2"

        var context: TransferContext {
            var context = TransferContext()
            if self == .http2 { context.connection.httpVersion = .http2 }
            return context
        }
    }

    enum Framing: String, CaseIterable {
        case length, noBytes = "a length of 0", chunked, untilEnd = "the connection's end", lengthAndChunks = "a length and chunks"
    }

    /// What happens after the response or part of it.
    enum End: CaseIterable {
        case openConnection, close, closeInPart, resetInPart, silence, endOfStreamInPart

        var words: String {
            switch self {
            case .openConnection: "on a connection that stays open"
            case .close: "before the connection's end"
            case .closeInPart: "truncated by the end of its connection"
            case .resetInPart: "truncated by a reset"
            case .silence: "that goes silent"
            case .endOfStreamInPart: "whose stream is reset without an error"
            }
        }
    }

    enum Outcome: Equatable {
        case answer(String)
        case failure(APIError.Code)
    }

    let method: HTTPMethod
    let status: HTTPStatus
    let framing: Framing
    let version: Version
    let end: End

    private static let methods: [HTTPMethod] = [.get, .head, .post, .put]
    // A 205 should have no content (RFC 9110, section 15.3.6). But RFC 9112, section 6.3, doesn't exempt it, so it has the body that its
    // fields announce.
    private static let statuses: [HTTPStatus] = [200, 204, 205, 304, 404, 503]

    private static func rows(_ version: Version, _ framings: [Framing], _ ends: [End]) -> [FramingRow] {
        ends.flatMap { end in
            framings.flatMap { framing in
                statuses.flatMap { status in
                    methods.map { FramingRow(method: $0, status: status, framing: framing, version: version, end: end) }
                }
            }
        }
    }

    private static let endsOfHTTP1: [End] = [.openConnection, .close, .closeInPart, .resetInPart, .silence]
    static let http1 =
        rows(.http11, [.length, .noBytes, .chunked, .untilEnd], endsOfHTTP1).filter { $0.outcome != nil }
        + rows(.http10, [.length, .untilEnd], [.close, .closeInPart, .resetInPart]).filter { $0.outcome != nil }
    static let ambiguous = rows(.http11, [.lengthAndChunks], [.close, .closeInPart, .resetInPart]).filter { $0.outcome != nil }
    static let http2 = rows(.http2, [.length, .untilEnd], End.allCases).filter { $0.outcome != nil }

    /// Whether the message has no body, regardless of its fields.
    private var isBodiless: Bool { method == .head || status == 204 || status == 304 }
    private var hasBody: Bool { !isBodiless && framing != .noBytes }

    /// nil for a row without a defined outcome.
    var outcome: Outcome? {
        // A 204 mustn't have a length (RFC 9110, section 8.6), and the field is invalid in HTTP/2.
        if version == .http2, status == 204, framing == .length { return nil }
        switch end {
        case .openConnection:
            // The connection doesn't end.
            if hasBody, framing == .untilEnd, version != .http2 { return nil }
            return .answer(hasBody ? "abcd" : "")
        case .close:
            // In HTTP/2, closing the connection doesn't end a response.
            return version == .http2 ? nil : .answer(hasBody ? "abcd" : "")
        case .closeInPart:
            if hasBody, framing == .untilEnd, version != .http2 { return .answer("ab") }
            return .failure(.connection)
        case .resetInPart: return .failure(.connection)
        case .silence: return .failure(.timeout)
        // Without a length, some engines can't detect this.
        case .endOfStreamInPart: return version == .http2 && hasBody && framing == .length ? .failure(.connection) : nil
        }
    }

    /// The bytes that are sent: the whole response, or a response that is truncated in the body, or in the head if there is no body.
    var bytes: [UInt8] {
        let isWhole = end == .openConnection || end == .close
        var head = "\(version == .http10 ? "HTTP/1.0" : "HTTP/1.1") \(status.rawValue) X\r\nX-Field: 1\r\n"
        if framing == .length || framing == .lengthAndChunks { head += "Content-Length: 4\r\n" }
        if framing == .noBytes { head += "Content-Length: 0\r\n" }
        if framing == .chunked || framing == .lengthAndChunks { head += "Transfer-Encoding: chunked\r\n" }
        if end == .close { head += "Connection: close\r\n" }
        guard hasBody else { return Array((isWhole ? head + "\r\n" : head).utf8) }
        head += "\r\n"
        switch framing {
        case .chunked: head += isWhole ? "2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n" : "2\r\nab\r\n"
        // All bytes that the length announces, but not the last chunk.
        case .lengthAndChunks: head += isWhole ? "2\r\nab\r\n2\r\ncd\r\n0\r\n\r\n" : "4\r\nabcd\r\n"
        default: head += isWhole ? "abcd" : "ab"
        }
        return Array(head.utf8)
    }

    func frames(stream: UInt32) -> [UInt8] {
        let isWhole = end == .openConnection
        // Nothing may come between the parts of a head.
        if end == .silence, !hasBody { return [] }
        // A field without an index (RFC 7541, section 6.2.2): ":status" is the eighth name of the static table.
        let code = Array("\(status.rawValue)".utf8)
        var fields: [UInt8] = [0x08, UInt8(code.count)] + code
        // "content-length" is the 28th.
        if framing == .length { fields += [0x0F, 0x0D, 1] + Array("4".utf8) }
        if !hasBody { return HTTP2Frame.headers(fields, stream: stream, ends: isWhole, isWhole: isWhole) }
        let head = HTTP2Frame.headers(fields, stream: stream, ends: false, isWhole: true)
        let body = HTTP2Frame(
            kind: .data, flags: isWhole ? HTTP2Frame.endsStream : 0, stream: stream, payload: Array((isWhole ? "abcd" : "ab").utf8))
        let reset = HTTP2Frame(kind: .reset, stream: stream, payload: [0, 0, 0, 0])
        return head + body.bytes + (end == .endOfStreamInPart ? reset.bytes : [])
    }

    func complaint(about transport: any Transport, calling server: FramingServer, index: Int) async -> String? {
        guard let outcome else { return nil }
        var request = server.request(method, row: index)
        if end == .silence { request.timeout = .milliseconds(300) }
        let name = "\(method) \(status.rawValue) in \(version.rawValue) by \(framing.rawValue) \(end.words)"
        do {
            let response = try await transport.send(request, in: version.context)
            let got = Outcome.answer(String(decoding: response.body, as: UTF8.self))
            return got == outcome && response.status == status
                ? nil : "\(name) gave \(response.status.rawValue) \(got) instead of \(outcome)"
        } catch let error as APIError {
            return .failure(error.code) == outcome ? nil : "\(name) failed with \(error.message) instead of \(outcome)"
        } catch {
            return "\(name) failed with \(error)"
        }
    }
}

/// Responds to each request with the row that its path names.
final class FramingServer: Sendable {
    private let server: LoopbackServer

    init(_ rows: [FramingRow]) throws {
        server = try LoopbackServer(raw: { connection in
            if rows.first?.version == .http2 { return try Self.serveHTTP2(rows, on: connection) }
            while let request = try connection.readRequest() {
                guard let row = Self.row(request.headers["X-Row"], of: rows) else { return }
                try connection.write(row.bytes)
                guard Self.proceeds(row, connection) else { return }
            }
        })
    }

    // Characters that no engine shortens in HTTP/2, because their Huffman codes (RFC 7541, appendix B) are longer.
    private static let digits = Array("!~".utf8)
    private static let digitCount = 12

    private static func row(_ text: String?, of rows: [FramingRow]) -> FramingRow? {
        guard let text, text.utf8.count == digitCount else { return nil }
        let index = text.utf8.reduce(0) { $0 << 1 | ($1 == digits[1] ? 1 : 0) }
        return rows.indices.contains(index) ? rows[index] : nil
    }

    /// Finds the digits in a block of fields without decoding it.
    private static func rowText(in fields: [UInt8]) -> String? {
        var run: [UInt8] = []
        for byte in fields {
            if digits.contains(byte) { run.append(byte) } else { run = [] }
            if run.count == digitCount { return String(decoding: run, as: UTF8.self) }
        }
        return nil
    }

    /// Returns false for the last response on its connection.
    private static func proceeds(_ row: FramingRow, _ connection: LoopbackConnection) -> Bool {
        switch row.end {
        case .openConnection, .endOfStreamInPart: return true
        case .close, .closeInPart: return false
        case .resetInPart:
            connection.reset()
            return false
        case .silence:
            connection.onClose()
            return false
        }
    }

    private static func serveHTTP2(_ rows: [FramingRow], on connection: LoopbackConnection) throws {
        var input = HTTP2Frame.Input(connection)
        guard try input.takePreface() else { return }
        try connection.write(HTTP2Frame(kind: .settings).bytes)
        var texts: [UInt32: String] = [:]
        while let frame = try input.next() {
            if frame.kind == .settings, frame.flags == 0 {
                try connection.write(HTTP2Frame(kind: .settings, flags: HTTP2Frame.acknowledges).bytes)
            }
            if frame.kind == .headers { texts[frame.stream] = rowText(in: frame.payload) }
            guard frame.kind == .headers || frame.kind == .data, frame.flags & HTTP2Frame.endsStream != 0 else { continue }
            guard let row = row(texts[frame.stream], of: rows) else {
                try connection.write(HTTP2Frame.headers([0x88], stream: frame.stream, ends: true, isWhole: true))
                continue
            }
            try connection.write(row.frames(stream: frame.stream))
            if row.end != .silence, !proceeds(row, connection) { return }
        }
    }

    func request(_ method: HTTPMethod, row: Int) -> HTTPRequest {
        let digits = (0..<Self.digitCount).reversed().map { Self.digits[row >> $0 & 1] }
        let hasBody = method == .post || method == .put
        let body = hasBody ? HTTPBodyEntity(contentType: "text/plain", content: .data(Data("body".utf8))) : nil
        var request = HTTPRequest(
            method: method, origin: server.origin, headers: ["X-Row": String(decoding: digits, as: UTF8.self)], body: body,
            timeout: .seconds(600))
        // Otherwise, a response could be received more than once.
        request.isIdempotent = false
        return request
    }
}
