import EndpointConformance
import EndpointKit
import Synchronization

extension Fault {
    static let heads: [Fault] = [
        .response("adds one to the status", every("a status of") + ["a cancel that races the answer still ends the call"]) {
            $0.status = HTTPStatus(rawValue: $0.status.rawValue + 1)
        },
        .response(
            "throws for 4xx and 5xx",
            ["a status of 404 is a response", "a status of 500 is a response", "a 401 that asks for a password is a response"]
        ) { if $0.status.rawValue >= 400 { throw APIError(.connection, "\($0.status)") } },
        .response(
            "keeps fields of interim heads and trailers",
            ["interim heads precede the real one and leave nothing behind", "a trailer isn't a header field"]
        ) {
            for name in ["X-A", "X-Trailer"] { $0.headers.append(name, "1") }
        },
        .response("forgets the URL", ["a response arrives with its status, headers, body and URL"]) {
            $0 = HTTPResponseStream(status: $0.status, headers: $0.headers, body: $0.body)
        },
        .response("writes names in lower case", ["header fields keep their order and their case"]) {
            $0.headers = $0.headers.mapped { ($0.lowercased(), $1) }
        },
        .response("sorts fields of responses", ["header fields keep their order and their case"]) {
            $0.headers = $0.headers.inOrderOfNames
        },
        .response("joins fields", ["a repeated field stays repeated"]) { response in
            response.headers = response.headers.reduce(into: [:]) { joined, field in
                joined[field.name] = response.headers.values(for: field.name).joined(separator: ", ")
            }
        },
        .response("keeps the last field of each name", ["a repeated field stays repeated", "fields whose names differ in case are one"]) {
            $0.headers = $0.headers.lastOfEachName
        },
        .response("drops empty fields of responses", ["an empty value is a value"]) { $0.headers = $0.headers.filtered { !$0.isEmpty } },
        .response("takes a value's first character for a space", ["a value needs no space before it"]) {
            $0.headers = $0.headers.mapped { ($0, String($1.dropFirst())) }
        },
        .response("keeps a folded value's line end", ["a folded value is one value"]) {
            $0.headers = $0.headers.mapped { ($0, $1.replacing(" ", with: "\r\n ")) }
        },
        .response("reads UTF-8 as Latin-1", ["a value in UTF-8 is read as UTF-8"]) {
            $0.headers = $0.headers.mapped { ($0, String(String.UnicodeScalarView($1.utf8.map { Unicode.Scalar($0) }))) }
        },
        .response("reads ASCII only", ["a value in UTF-8 is read as UTF-8", "a value in Latin-1 is read as Latin-1"]) {
            $0.headers = $0.headers.mapped { ($0, $1.filter(\.isASCII)) }
        },
        .response("cuts values at 8 KB", ["a value of 20,000 bytes arrives whole"]) {
            $0.headers = $0.headers.mapped { ($0, String($1.prefix(8192))) }
        },
        .response("rejects more than 100 fields", ["a long list of fields arrives"]) {
            if $0.headers.count > 100 { throw APIError(.connection, "Too many fields.") }
        },
        .response("removes the coding of a decoded body", ["a body in gzip is decoded, and its fields stay"]) {
            $0.headers["Content-Encoding"] = nil
        },
        .response("rejects unknown codings", ["a body in an unknown coding stays unchanged"]) {
            if $0.headers["Content-Encoding"]?.hasPrefix("x-") == true { throw APIError(.connection, "An unknown coding.") }
        },
    ]

    static let bodies: [Fault] = [
        .response(
            "loses a body's last byte",
            every("on a connection that stays open is complete") + every("before the connection's end is complete") + [
                "a status line needs no reason", "a chunked body is assembled", "a body without a length ends where the connection does",
                "a large body arrives complete", "a stalled reader of a stream slows the server down",
                "an answer with a length and chunks ends with the last chunk",
                "an HTTP/2 answer (if supported) is complete even if its connection ends with it",
                "an HTTP/2 answer (if supported) behind a head larger than a frame is complete",
                "a request that an HTTP/2 server (if supported) hasn't processed is sent again",
            ]
        ) { response in
            let held = Mutex(Data())
            response.body = response.body.changed { next in
                try await next().map { chunk in
                    held.withLock { held in
                        defer { held = chunk.suffix(1) }
                        return held + chunk.dropLast()
                    }
                }
            }
        },
        .response(
            "delivers encoded bodies",
            ["a body in gzip is decoded, and its fields stay"]
        ) { if $0.headers.contains("Content-Encoding") { $0.body = .init(Data([31, 139])) } },
        Fault(
            "buffers a stream",
            TransportConformance.checks.filter { $0.ways == [.stream] }.map(\.name).filter { !$0.hasPrefix("an error before the head") }
        ) { request, context, exchange in
            // Some servers wait until the first part has been read.
            var request = request
            request.timeout = .milliseconds(50)
            var response = try await exchange(request, context)
            response.body = .init(try await response.body.collected(limit: request.bodyLimit))
            return response
        },
    ]
}
