public import EndpointKit

/// The error of a call that must fail with one.
public func failure(of body: () async throws -> some Sendable) async -> APIError? {
    do {
        _ = try await body()
        return nil
    } catch {
        return error as? APIError
    }
}

public func reason(of error: APIError?) -> TransportFailure.Reason? { (error?.underlying as? TransportFailure)?.reason }
