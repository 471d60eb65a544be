import EndpointKit
import EndpointKitTesting
import Synchronization

extension TransportConformance {
    static let requestChecks =
        [
            Check("a request's header fields are sent") { transport in
                let sent = try await sent(by: transport, ["X-One": "1", "X-Two": "2"])
                try expect(sent.sorted(), is: ["X-One=1", "X-Two=2"], "what went out")
            },
            Check("an empty header field is sent") { transport in
                try expect(try await sent(by: transport, ["X-Empty": ""]), is: ["X-Empty="], "what went out")
            },
            Check("a request's header fields keep their order, and duplicates too") { transport in
                var headers: HTTPHeaders = ["X-Z": "1", "X-A": "2"]
                headers.append("X-Z", "again")
                try expect(try await sent(by: transport, headers), is: ["X-Z=1", "X-A=2", "X-Z=again"], "what went out")
            },
            // `~` needs no escape, but the caller may have signed the target.
            Check("escapes in path and query stay unchanged") { transport in
                try await expectUnchanged("/a%2Fb/c%2Fd%7E/", "q=1%2B1%20%26%20%C3%A9%7E", by: transport)
            },
            Check("slashes and dots in a path stay unchanged") { transport in
                try await expectUnchanged("/a//b/.../%2E%2E/c/%2E/.d//", "", by: transport)
            },
            Check("a query keeps its order, repeated names and empty values") { transport in
                try await expectUnchanged("/", "b=2&a=2&b=1&c=&a", by: transport)
            },
            Check("characters that need no escape in a path or a query stay unchanged") { transport in
                try await expectUnchanged("/a+b'(c)!*;d=1,@:&$-._~", "a+b=c&list=1,2;3&d='(e)!*$:@/?-._~", by: transport)
            },
            // A redirect's query is sent as the server wrote it.
            Check("brackets in a query stay unchanged") { transport in
                try await expectUnchanged("/", Query(asIs: "ids[]=1&filter[name]=x"), by: transport)
            },
            Check("a target of 8,000 bytes is sent whole") { transport in
                try await expectUnchanged(
                    "/" + String(repeating: "abcdefg/", count: 500), String(repeating: "k=v&", count: 1000), by: transport)
            },
            Check("a header field in UTF-8 is sent in its bytes") { transport in
                try expect(
                    try await sent(by: transport, ["X-Name": "caf\u{E9} \u{20AC}"]), is: ["X-Name=caf\u{E9} \u{20AC}"], "what went out")
            },
            Check("a request that is away gets none of the program's fields") { transport in
                let server = try LoopbackServer { request in
                    HTTPResponse(body: Data(request.headers.map { $0.name.lowercased() }.joined(separator: "\n").utf8))
                }
                var request = get(server)
                request.isAway = true
                let names = String(decoding: try await transport.send(request).body, as: UTF8.self).split(separator: "\n")
                try expect(Set(names).subtracting(enginesFields), is: [], "the set of fields added")
            },
            Check("no field is added that changes the answer or describes the caller") { transport in
                let server = try LoopbackServer { request in
                    HTTPResponse(body: Data(request.headers.map { $0.name.lowercased() }.joined(separator: "\n").utf8))
                }
                let body = HTTPBodyEntity(contentType: nil, content: .data(Data("a=b".utf8)))
                for request in [get(server), HTTPRequest(method: .post, origin: server.origin, body: body)] {
                    let names = String(decoding: try await transport.send(request).body, as: UTF8.self).split(separator: "\n")
                    try expect(callersFields.intersection(names), is: [], "the set of fields added to a \(request.method)")
                }
            },
            Check("a field of one request isn't sent with the next") { transport in
                let server = try LoopbackServer { request in
                    HTTPResponse(body: Data("\(request.headers["Authorization"] ?? "none") \(request.headers["X-One"] ?? "none")".utf8))
                }
                var request = get(server)
                request.headers = ["Authorization": "Basic YTpi", "X-One": "1"]
                _ = try await transport.send(request)
                let sent = try await transport.send(get(server)).body
                try expect(String(decoding: sent, as: UTF8.self), is: "none none", "the pair of fields in the second request")
            },
            Check("a header field of one space is empty, and removes no other") { transport in
                let headers: HTTPHeaders = ["X-One": "1", "X-Space": " ", "X-Two": "2"]
                try expect(try await sent(by: transport, headers), is: ["X-One=1", "X-Space=", "X-Two=2"], "what went out")
            },
            Check("a caller's Content-Length that equals the body's is sent once") { transport in
                let seen = try await lengths(sentBy: transport, .put, ["Content-Length": "3"], body: Data("abc".utf8))
                try expect(seen, is: ["3"], "the list of lengths")
            },
            Check("a 417 to the caller's own Expect is the response, and the request is sent once") { transport in
                let count = Mutex(0)
                let server = try LoopbackServer(raw: { connection in
                    while true {
                        let bytes = connection.read()
                        if bytes.isEmpty { return }
                        // Otherwise, these are later bytes of a request that didn't wait for the response.
                        guard bytes.starts(with: "PUT ".utf8) else { continue }
                        let isFirst = count.withLock { count in
                            count += 1
                            return count == 1
                        }
                        try connection.write("HTTP/1.1 \(isFirst ? "417 Expectation Failed" : "200 OK")\r\nContent-Length: 0\r\n\r\n")
                    }
                })
                let body = HTTPBodyEntity(contentType: nil, content: .data(Data(repeating: 65, count: 5000)))
                let request = HTTPRequest(method: .put, origin: server.origin, headers: ["Expect": "100-continue"], body: body)
                try expect(try await transport.send(request).status.rawValue, is: 417, "the status")
                try expect(count.withLock { $0 }, is: 1, "how many requests the server saw")
            },
        ] + framingFields.map(framingCheck) + [HTTPMethod.post, .put, .patch].map(emptyCheck)
        + [HTTPMethod.get, .post, .put, .patch, .delete, .options, "REPORT"].map(methodCheck)

    /// The fields that only a caller sets (RFC 9110, chapters 8 to 14), in lower case. A transport may add others, for example for tracing.
    private static let callersFields: Set<Substring> = [
        "accept-charset", "accept-language", "authorization", "cache-control", "content-encoding", "content-language", "content-type",
        "cookie", "date", "expect", "from", "if-match", "if-modified-since", "if-none-match", "if-range", "if-unmodified-since", "origin",
        "pragma", "range", "referer",
    ]

    /// The fields that engines add to every request, in lower case.
    private static let enginesFields: Set<Substring> = [
        "accept", "accept-encoding", "accept-language", "connection", "content-length", "host", "user-agent",
    ]

    private static func expectUnchanged(_ path: String, _ query: String, by transport: any Transport) async throws {
        try await expectUnchanged(path, Query(encoded: query), by: transport)
    }

    /// - Parameter path: a path to which a redirect may lead, in which dots are permitted.
    private static func expectUnchanged(_ path: String, _ query: Query, by transport: any Transport) async throws {
        let server = try LoopbackServer { request in HTTPResponse(body: Data(request.target.utf8)) }
        let request = HTTPRequest(origin: server.origin, path: Path(asIs: path), query: query)
        let target = query.isEmpty ? path : "\(path)?\(query.encoded)"
        let seen = try await transport.send(request).body
        try expect(String(decoding: seen, as: UTF8.self), is: target, "the target that the server saw")
    }

    private static func methodCheck(_ method: HTTPMethod) -> Check {
        Check("\(method) is sent unchanged") { transport in
            let server = try LoopbackServer { request in HTTPResponse(headers: ["X-Method": request.method.rawValue]) }
            let response = try await transport.send(HTTPRequest(method: method, origin: server.origin))
            try expect(response.headers["X-Method"], is: method.rawValue, "the method")
        }
    }

    // If two servers interpret a message differently, the second one may mistake part of a request for the next request.
    private static let framingFields = [
        ("Content-Length", "2"), ("Content-Length", "0"), ("Transfer-Encoding", "chunked"), ("Transfer-Encoding", "identity"),
        ("Connection", "X-One"), ("Upgrade", "h2c"), ("TE", "trailers"), ("Trailer", "X-Sum"),
    ]

    private static func framingCheck(_ name: String, _ value: String) -> Check {
        Check("a caller's \(name) of \(value) is rejected, and nothing is sent") { transport in
            let server = try LoopbackServer { _ in HTTPResponse() }
            let body = HTTPBodyEntity(contentType: nil, content: .data(Data("abc".utf8)))
            let request = HTTPRequest(method: .put, origin: server.origin, headers: [name: value], body: body)
            try await expectFailure(.invalidRequest, of: "the call") { "\(try await transport.send(request).status)" }
            try expect(server.acceptedCount, is: 0, "the number of connections")
        }
    }

    private static func emptyCheck(_ method: HTTPMethod) -> Check {
        Check("\(method) without a body says that its length is 0") { transport in
            try expect(try await lengths(sentBy: transport, method, [:], body: nil), is: ["0"], "the list of lengths")
        }
    }

    private static func lengths(
        sentBy transport: any Transport, _ method: HTTPMethod, _ headers: HTTPHeaders, body: Data?
    ) async throws -> [String] {
        let server = try LoopbackServer { request in
            HTTPResponse(body: Data(request.headers.values(for: "Content-Length").joined(separator: "\n").utf8))
        }
        let entity = body.map { HTTPBodyEntity(contentType: nil, content: .data($0)) }
        let request = HTTPRequest(method: method, origin: server.origin, headers: headers, body: entity)
        let seen = try await transport.send(request).body
        return String(decoding: seen, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    /// The fields that begin with `X-`, as the server saw them.
    private static func sent(by transport: any Transport, _ headers: HTTPHeaders) async throws -> [String] {
        let server = try LoopbackServer { request in
            HTTPResponse(body: Data(request.headers.map { "\($0.name)=\($0.value)" }.joined(separator: "\n").utf8))
        }
        let body = try await transport.send(HTTPRequest(origin: server.origin, headers: headers)).body
        return String(decoding: body, as: UTF8.self).split(separator: "\n").map(String.init).filter { $0.hasPrefix("X-") }
    }
}
