import EndpointConformance
import EndpointKit
import Synchronization

extension Fault {
    static let targets: [Fault] = [
        .request("decodes %7E", ["escapes in path and query stay unchanged"]) { $0.path = $0.path.replacing("%7E", with: "~") },
        .request("decodes %7E in the query", ["escapes in path and query stay unchanged"]) {
            $0.query = Query(encoded: $0.query.encoded.replacing("%7E", with: "~"))
        },
        .request("collapses slashes", ["slashes and dots in a path stay unchanged"]) { $0.path = $0.path.replacing("//", with: "/") },
        .request("resolves dots", ["slashes and dots in a path stay unchanged"]) {
            $0.path = $0.path.replacing("/.../%2E%2E", with: "").replacing("/%2E/", with: "/")
        },
        .request("sorts the query", ["a query keeps its order, repeated names and empty values"]) {
            $0.query = Query(encoded: $0.query.encoded.split(separator: "&").sorted().joined(separator: "&"))
        },
        .request("escapes a plus sign as a space", [plain]) { $0.query = Query(encoded: $0.query.encoded.replacing("+", with: "%20")) },
        .request("escapes an apostrophe, commas and semicolons", [plain]) {
            $0.query = Query(encoded: $0.query.encoded.replacing("'", with: "%27").replacing(",", with: "%2C").replacing(";", with: "%3B"))
        },
        .request("escapes brackets", ["brackets in a query stay unchanged"]) { $0.query = Query(encoded: $0.query.encoded) },
        .request("cuts a target at 2 KB", ["a target of 8,000 bytes is sent whole"]) {
            $0.query = Query(encoded: String($0.query.encoded.prefix(2048)))
        },
        .request("drops the query", ["a response arrives with its status, headers, body and URL"]) { $0.query = [:] },
    ]

    private static let plain = "characters that need no escape in a path or a query stay unchanged"

    static let requests: [Fault] = [
        .request("sends another method", every("is sent unchanged")) { $0.method = "OTHER" },
        .request("sends HEAD as GET", ["HEAD has no body, whatever length it announces"]) { if $0.method == .head { $0.method = .get } },
        .request("sends a request without a body as GET", every("without a body says that its length is 0")) {
            if $0.body == nil { $0.method = .get }
        },
        .request("adds a Content-Type", [ownFields]) { if $0.body != nil { $0.headers["Content-Type"] = "text/plain" } },
        .request("adds an Accept-Language", [ownFields]) { $0.headers["Accept-Language"] = "en" },
        .request("adds a Referer", [ownFields]) { $0.headers["Referer"] = $0.urlText },
        .request("adds an Expect", every("a body is sent with")) { $0.headers["Expect"] = "100-continue" },
        .request("drops all fields", ["a request's header fields are sent"]) { $0.headers = [:] },
        .request("drops empty fields", ["an empty header field is sent"]) { $0.headers = $0.headers.filtered { !$0.isEmpty } },
        .request("drops fields of spaces", ["a header field of one space is empty, and removes no other"]) {
            $0.headers = $0.headers.filtered { $0 != " " }
        },
        .request("sends the last field of each name", ["a request's header fields keep their order, and duplicates too"]) {
            $0.headers = $0.headers.lastOfEachName
        },
        .request("sorts fields", ["a request's header fields keep their order, and duplicates too"]) {
            $0.headers = $0.headers.inOrderOfNames
        },
        .request("drops bytes that aren't ASCII", ["a header field in UTF-8 is sent in its bytes"]) {
            $0.headers = $0.headers.mapped { ($0, $1.filter(\.isASCII)) }
        },
        .request("adds a field to a request that is away", ["a request that is away gets none of the program's fields"]) {
            $0.headers["Traceparent"] = "00-1-2-01"
        },
        .request("forgets that a request is away", ["a request that is away gets none of the program's fields"]) {
            // As a transport that makes a new request does, around one that adds a field.
            $0 = HTTPRequest(
                method: $0.method, origin: $0.origin, path: $0.path, query: $0.query, headers: $0.headers, body: $0.body,
                timeout: $0.timeout)
            if !$0.isAway { $0.headers["Traceparent"] = "00-1-2-01" }
        },
        .request("accepts gzip always", ["a caller's own Accept-Encoding is sent alone, and a Range requests no coding"]) {
            $0.headers.append("Accept-Encoding", "gzip")
        },
        .request("rejects a caller's Content-Length", ["a caller's Content-Length that equals the body's is sent once"]) {
            if $0.headers.contains("Content-Length") { throw APIError(.invalidRequest, "It has a length.") }
        },
        .request("drops fields that frame the message", every("is rejected, and nothing is sent").filter { $0.hasPrefix("a caller's") }) {
            for name in ["Content-Length", "Transfer-Encoding", "Connection", "Upgrade", "TE", "Trailer"] { $0.headers[name] = nil }
        },
        .request("drops invalid fields", ["an invalid request is rejected, and nothing is sent"]) {
            $0.headers = $0.headers.filtered { $0.allSatisfy { $0 >= " " } }
        },
        { () -> Fault in
            let earlier = Mutex<String?>(nil)
            return .request("repeats an earlier Authorization", ["a field of one request isn't sent with the next"]) {
                let credentials = $0.headers["Authorization"]
                $0.headers["Authorization"] = earlier.withLock { earlier in
                    earlier = credentials ?? earlier
                    return earlier
                }
            }
        }(),
    ]
    private static let ownFields = "no field is added that changes the answer or describes the caller"

    static let requestBodies: [Fault] = [
        .request(
            "forgets the body",
            every("a body is sent with") + [
                "a stream is sent", "a POST after the server closed an idle connection is sent completely, or not at all",
            ]
        ) { $0.body = nil },
        .request(
            "sends every body in chunks",
            [
                "an empty body is sent with length zero", "a file is sent with its length, and can be sent again",
                "a stream of known length is sent with its length",
            ]
        ) {
            guard let chunks = try $0.body?.chunks() else { return }
            $0.body = HTTPBodyEntity(contentType: nil, content: .stream(HTTPBodyStream(making: { chunks })))
        },
        .request("sends streams as empty", ["a stream is sent", "a stream of unknown length is sent in chunks"]) {
            if case .stream? = $0.body?.content { $0.body = HTTPBodyEntity(contentType: nil, content: .data(Data())) }
        },
        .request("drops the Content-Type of an empty body", ["an empty body keeps its Content-Type"]) {
            if $0.body?.length == 0 { $0.headers["Content-Type"] = nil }
        },
        .request("sends a file with its new length", ["a file whose length has changed isn't sent"]) {
            if case .file(let url)? = $0.body?.content { $0.body = HTTPBodyEntity(contentType: nil, content: .file(url)) }
        },
        .request("cuts a file at its earlier length", ["a file whose length has changed isn't sent"]) {
            guard case .file(let url)? = $0.body?.content, let length = $0.body?.length else { return }
            $0.body = HTTPBodyEntity(contentType: nil, content: .data(try Data(contentsOf: url).prefix(Int(length))))
        },
        Fault(
            "reads a body to its end, even if the answer is here",
            ["a body isn't read further after its transfer has ended, even if the answer is retained"]
        ) { request, context, exchange in
            let response = try? await exchange(request, context)
            if let chunks = try request.body?.chunks() { for try await _ in chunks {} }
            guard let response else { throw APIError(.connection, "Lost.") }
            return response
        },
    ]
}

extension Path {
    fileprivate func replacing(_ part: String, with other: String) -> Path { Path(asIs: encoded.replacing(part, with: other)) }
}
