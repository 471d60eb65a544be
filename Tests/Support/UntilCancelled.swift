/// Waits until its task is cancelled, and throws the cancellation, for a server that never answers.
public func untilCancelled() async throws -> Never {
    let (never, open) = AsyncStream<Never>.makeStream()
    for await _ in never {}
    withExtendedLifetime(open) {}
    throw CancellationError()
}
