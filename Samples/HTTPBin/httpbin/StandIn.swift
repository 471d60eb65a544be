internal import CommandLineProgram
internal import EndpointKit

/// Answers the program's requests like httpbin.
enum StandIn {
    static let refusedToken = "first"
    static let goodToken = "second"
    static let guarded = #")]}'\#n{"hello":"world"}"#

    /// Starts a server. If a request names several statuses, it answers `failures` times with the first, and then with the last.
    static func start(failures: Int = 1) throws -> StandInServer {
        try StandInServer { request, earlier in
            let path = request.path.encoded.split(separator: "/")
            switch (request.method, path.first, path.last) {
            case (.post, "post", _): return .json(["form": .object(form(of: request))])
            case (.post, "token", _):
                guard form(of: request)["refresh_token"]?.string == refusedToken else { return HTTPResponse(status: 400) }
                return .json(["access_token": JSON(goodToken)])
            case (.get, "bearer", _):
                guard request.headers["Authorization"] == "Bearer \(goodToken)" else { return HTTPResponse(status: 401) }
                return .json(["authenticated": true, "token": JSON(goodToken)])
            case (.get, "base64", let text?):
                // A query decodes the escapes of `=`.
                guard let data = Data(base64Encoded: Query(encoded: "text=\(text)")["text"] ?? "") else { return HTTPResponse(status: 400) }
                return HTTPResponse(body: data)
            case (.get, "cookies", "set"):
                var headers: HTTPHeaders = ["Location": "/cookies"]
                for item in request.query { headers.append("Set-Cookie", "\(item.name)=\(item.value ?? ""); Path=/") }
                return HTTPResponse(status: 302, headers: headers)
            case (.get, "cookies", _): return .json(["cookies": .object(cookies(of: request))])
            case (.get, "status", "403"): return .json(["code": 999, "message": "Not for you"], status: 403)
            case (.get, "status", let text?):
                // The comma is part of a value in the path, so it arrives encoded.
                let statuses = text.split(separator: "%2C").compactMap { Int($0) }
                let status = earlier.count { $0.path == request.path } < failures ? statuses.first : statuses.last
                return HTTPResponse(status: HTTPStatus(rawValue: status ?? 400))
            default: return HTTPResponse(status: 404)
            }
        }
    }

    private static func cookies(of request: HTTPRequest) -> JSON.Object {
        (request.headers["Cookie"] ?? "").split(separator: "; ").reduce(into: JSON.Object()) { object, pair in
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            object[String(parts[0])] = JSON(String(parts.last ?? ""))
        }
    }

    private static func form(of request: HTTPRequest) -> JSON.Object {
        guard request.headers["Content-Type"] == "application/x-www-form-urlencoded", case .data(let body)? = request.body?.content else {
            return JSON.Object()
        }
        return Query(encoded: String(decoding: body, as: UTF8.self)).reduce(into: JSON.Object()) { $0[$1.name] = JSON($1.value ?? "") }
    }
}
