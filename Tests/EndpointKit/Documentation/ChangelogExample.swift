import EndpointKit

struct MethodOverride: RequestAdapter {
    func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        guard [.put, .patch, .delete].contains(request.method) else { return request }
        let isIdempotent = request.isIdempotent
        request.headers["X-HTTP-Method-Override"] = request.method.rawValue
        request.method = .post
        request.isIdempotent = isIdempotent
        return request
    }
}
