import EndpointKit

struct MethodOverride: RequestAdapter {
    func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        guard [.put, .patch, .delete].contains(request.method) else { return request }
        request.headers["X-HTTP-Method-Override"] = request.method.rawValue
        request.method = .post
        return request
    }
}
