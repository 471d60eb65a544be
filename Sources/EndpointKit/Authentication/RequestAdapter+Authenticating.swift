extension RequestAdapter {
    /// Adapts the request as its authentication: an error that says nothing of itself becomes ``APIError/Code/authentication``.
    func authenticate(_ request: consuming HTTPRequest) async throws -> HTTPRequest {
        do {
            return try await adapt(request)
        } catch let error where !(error is APIError || error is CancellationError) {
            throw APIError(.authentication, "The request could not be authenticated: \(error.sentence).", underlying: error)
        }
    }
}
