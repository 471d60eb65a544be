import EndpointKit
import EndpointKitTesting

extension TransportConformance {
    static let responseChecks =
        statusChecks + [
            Check("a response arrives with its status, headers, body and URL") { transport in
                let server = try LoopbackServer { request in
                    HTTPResponse(status: 201, headers: ["X-Url": request.urlText], body: Data(request.method.rawValue.utf8))
                }
                let request = HTTPRequest(method: .put, origin: server.origin, path: "items/3", query: ["x": "a b"])
                let response = try await transport.send(request)
                try expect(response.status, is: 201, "the status")
                try expect(response.headers["x-url"], is: "\(server.origin)/items/3?x=a%20b", "the URL that the server saw")
                try expect(response.body, is: Data("PUT".utf8), "the body")
                try expect(response.url, is: request.url, "the URL")
            },
            Check("HEAD has no body, whatever length it announces") { transport in
                let server = try LoopbackServer { _ in HTTPResponse(headers: ["X-Here": "yes"], body: Data("hello".utf8)) }
                let response = try await transport.send(HTTPRequest(method: .head, origin: server.origin))
                try expect(response.headers["Content-Length"], is: "5", "the length")
                try expect(response.headers["X-Here"], is: "yes", "a field")
                try expect(response.body.isEmpty, "there is a body")
            },
            Check("interim heads precede the real one and leave nothing behind") { transport in
                let server = try server(
                    writing: ("HTTP/1.1 100 Continue\r\nX-A: 1\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </s>\r\n\r\n"
                        + "HTTP/1.1 200 OK\r\nX-B: 1\r\nContent-Length: 3\r\n\r\nabc").utf8)
                let response = try await transport.send(get(server))
                try expect(response.status, is: 200, "the status")
                try expect(Set(response.headers.map(\.name)), is: ["X-B", "Content-Length"], "the set of field names")
                try expect(response.body, is: Data("abc".utf8), "the body")
            },
            Check("a status line needs no reason") { transport in
                let server = try server(writing: "HTTP/1.1 200\r\nContent-Length: 3\r\n\r\nabc".utf8)
                try expect(try await transport.send(get(server)).body, is: Data("abc".utf8), "the body")
            },
            Check("a chunked body is assembled") { transport in
                let server = try server(
                    writing: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n".utf8)
                try expect(try await transport.send(get(server)).body, is: Data("abcde".utf8), "the body")
            },
            Check("a trailer isn't a header field") { transport in
                let server = try server(
                    writing: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\nX-Trailer: 1\r\n\r\n".utf8)
                let response = try await transport.send(get(server))
                try expect(response.body, is: Data("abc".utf8), "the body")
                try expect(response.headers["X-Trailer"], is: nil, "the trailer among the headers")
            },
            Check("a body without a length ends where the connection does") { transport in
                let server = try server(writing: "HTTP/1.1 200 OK\r\n\r\nabc".utf8)
                try expect(try await transport.send(get(server)).body, is: Data("abc".utf8), "the body")
            },
            Check("a large body arrives complete") { transport in
                let body = pattern(count: 20_000_000)
                let server = try LoopbackServer { _ in HTTPResponse(body: body) }
                try expect(try await transport.send(get(server)).body == body, "another body came than was sent")
            },
            Check("a redirect isn't followed") { transport in
                let elsewhere = try LoopbackServer { _ in HTTPResponse() }
                for status in [301, 302, 303, 307, 308] {
                    let server = try LoopbackServer { request in
                        HTTPResponse(
                            status: HTTPStatus(rawValue: status),
                            headers: ["Location": status == 301 ? "\(elsewhere.origin)/" : "/next", "X-Path": request.path.encoded],
                            body: Data("moved".utf8))
                    }
                    let response = try await transport.send(get(server, "/first"))
                    try expect(response.status.rawValue, is: status, "the status")
                    try expect(response.headers["X-Path"], is: "/first", "the path that was requested")
                    try expect(response.headers["Location"] != nil, "the Location is lost")
                    try expect(response.body, is: Data("moved".utf8), "the body of a \(status)")
                    try expect(server.acceptedCount, is: 1, "the number of connections")
                }
                try expect(elsewhere.acceptedCount, is: 0, "the number of connections to the other server")
            },
            Check("a 401 that asks for a password is a response") { transport in
                let server = try LoopbackServer { request in
                    let seen = request.headers["Authorization"] ?? "none"
                    return HTTPResponse(
                        status: 401, headers: ["WWW-Authenticate": "Basic realm=\"x\"", "X-Authorization": seen], body: Data("who?".utf8))
                }
                let response = try await transport.send(get(server))
                try expect(response.status, is: 401, "the status")
                try expect(response.headers["WWW-Authenticate"], is: "Basic realm=\"x\"", "the challenge")
                try expect(response.headers["X-Authorization"], is: "none", "the Authorization that was sent")
                try expect(response.body, is: Data("who?".utf8), "the body")
            },
            Check("a cookie isn't kept") { transport in
                let server = try LoopbackServer { request in
                    HTTPResponse(headers: ["Set-Cookie": "a=1; Path=/", "X-Cookie": request.headers["Cookie"] ?? "none"])
                }
                _ = try await transport.send(get(server))
                try expect(try await transport.send(get(server)).headers["X-Cookie"], is: "none", "the Cookie that was sent")
            },
        ]

    private static let statusChecks = [200, 201, 204, 304, 404, 418, 500, 599, 999].map { status in
        Check("a status of \(status) is a response") { transport in
            let server = try LoopbackServer { _ in HTTPResponse(status: HTTPStatus(rawValue: status), headers: ["Location": "/elsewhere"]) }
            try expect(try await transport.send(get(server)).status.rawValue, is: status, "the status")
            try expect(server.acceptedCount, is: 1, "the number of connections")
        }
    }
}
