import EndpointKit

extension TransportConformance {
    static let requestChecks =
        [
            Check("a request's header fields go out") { transport in
                try expect(try await sent(by: transport, ["X-One": "1", "X-Two": "2"]), is: ["X-One=1", "X-Two=2"], "what went out")
            },
            Check("an empty header field goes out") { transport in
                try expect(try await sent(by: transport, ["X-Empty": ""]), is: ["X-Empty="], "what went out")
            },
            Check("a request's header fields keep their order, and duplicates too") { transport in
                var headers: HTTPHeaders = ["X-Z": "1", "X-A": "2"]
                headers.append("X-Z", "again")
                try expect(try await sent(by: transport, headers), is: ["X-Z=1", "X-A=2", "X-Z=again"], "what went out")
            },
            Check("what is encoded in path and query stays as it is") { transport in
                let server = try LoopbackServer { request in HTTPResponse(body: Data(request.urlText.utf8)) }
                let request = HTTPRequest(origin: server.origin, path: "/a%2Fb/\("c/d")/", query: ["q": "1+1 & é"])
                try expect(
                    String(decoding: try await transport.send(request).body, as: UTF8.self),
                    is: "\(server.origin)/a%2Fb/c%2Fd/?q=1%2B1%20%26%20%C3%A9", "the URL that the server saw")
            },
        ] + [HTTPMethod.get, .post, .put, .patch, .delete, .options, "REPORT"].map(methodCheck)

    private static func methodCheck(_ method: HTTPMethod) -> Check {
        Check("\(method) goes out as it is") { transport in
            let server = try LoopbackServer { request in HTTPResponse(headers: ["X-Method": request.method.rawValue]) }
            let response = try await transport.send(HTTPRequest(method: method, origin: server.origin))
            try expect(response.headers["X-Method"], is: method.rawValue, "the method")
        }
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
