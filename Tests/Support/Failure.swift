public import EndpointKit

/// The `APIError` with which a call fails; nil if it succeeds or fails with another error.
public func failure(of body: () async throws -> some Sendable) async -> APIError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? APIError
    }
}

public func reason(of error: APIError?) -> TransportFailure.Reason? { (error?.underlying as? TransportFailure)?.reason }
