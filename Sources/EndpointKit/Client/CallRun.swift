/// One use of a call, from its start to its one outcome.
struct CallRun<Value: Sendable>: Sendable {
    let handle: CallHandle
    private let loop: AttemptLoop<Value>

    init(operation: any CallOperation<Value>, modifiers: CallModifiers?) {
        let groups = (modifiers?.options.groups ?? []) + CallGroup.current
        handle = CallHandle(operation: operation, tags: modifiers?.options.tags ?? [], groups: groups)
        loop = AttemptLoop(operation: operation, modifiers: modifiers, handle: handle)
        handle.join()
        loop.reporter?.report(.queued)
    }

    @inline(__always)
    func value() async throws -> Value {
        var timeline = Timeline()
        return try await value(noting: &timeline)
    }

    func reply() async throws -> Reply<Value> {
        var timeline = Timeline()
        let value = try await value(noting: &timeline)
        return Reply(value: value, response: timeline.response ?? HTTPResponse(status: 0), attempts: timeline.attempts)
    }

    @inline(__always)
    private func value(noting timeline: inout Timeline) async throws -> Value {
        let value: Value
        do { value = try await loop.run(noting: &timeline) } catch { throw concluded(by: error) }
        try conclude(timeline)
        return value
    }

    /// In a task of its own, which ends with the handle.
    func start(on queue: CallbackQueue, completion: @escaping @Sendable (Result<Value, any Error>) -> Void) {
        handle.run(priority: loop.modifiers?.options.priority) {
            // Concluded there and not before: a cancel counts until the completion is called.
            do {
                var timeline = Timeline()
                let value = try await loop.run(isInOwnTask: true, noting: &timeline)
                queue.run { [timeline] in completion(Result { try conclude(timeline) }.map { value }) }
            } catch {
                queue.run { completion(.failure(concluded(by: error))) }
            }
        }
    }

    // MARK: The one outcome

    private func conclude(_ timeline: Timeline) throws {
        if let ending = handle.close() { throw concluded(by: timeline.completed(APIError(ending: ending), request: nil)) }
        loop.reporter?.report(.finished(timeline.attempts))
        handle.leave()
    }

    private func concluded(by error: any Error) -> any Error {
        var error = error
        if let ending = handle.close() {
            // What happened until then is told all the same.
            var ended = APIError(ending: ending)
            if let earlier = error as? APIError { (ended.request, ended.attempts) = (earlier.request, earlier.attempts) }
            error = ended
        }
        let isCancelled = error is CancellationError || (error as? APIError)?.code == .cancelled
        loop.reporter?.report(isCancelled ? .cancelled(error) : .failed(error))
        handle.leave(failure: isCancelled ? nil : error)
        return error
    }
}
