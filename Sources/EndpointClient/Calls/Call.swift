/// A typed operation. A call is lazy: nothing happens until you use it, and you can use it more than once.
///
///     let page = try await client.characters().value
///     let response = try await client.characters().response
///     let handle = client.characters().start { result in show(result) }
///
/// Modifiers return a modified copy of the call:
///
///     client.characters().retrying(.never).deadline(.seconds(5)).tagged("list").map(\.results)
public struct Call<Value: Sendable>: Sendable {
    let core: ClientCore
    let plan: CallPlan
    /// Creates the value from a response.
    let make: @Sendable (Answer, ResponseDecoder) throws -> Value
    private(set) var options: CallOptions.Shared?

    init(
        _ core: ClientCore, _ plan: CallPlan, options: CallOptions.Shared? = nil,
        make: @escaping @Sendable (Answer, ResponseDecoder) throws -> Value
    ) {
        self.core = core
        self.plan = plan
        self.make = make
        self.options = options
    }

    init(_ core: ClientCore, _ endpoint: some Endpoint, _ format: ResponseFormat<Value>) {
        self.init(core, CallPlan(endpoint, accept: format.accept), make: format.make)
    }

    /// Makes the call. Throws an ``APIError``, the error that your own decision or adapter has thrown, or `CancellationError` if the task
    /// was cancelled.
    @concurrent public var value: Value {
        get async throws { try await value(of: CallRun(core, plan, options)) }
    }

    /// Makes the call, and returns the response together with its value. Throws the errors of ``value``.
    @concurrent public var response: Response<Value> {
        get async throws {
            let run = CallRun(core, plan, options, isMeasured: true)
            let value = try await value(of: run)
            guard let sent = run.sent else { throw APIError.impossible("A call has a value without a request") }
            // A decision may have supplied the value without a response.
            return Response(value: value, http: run.response ?? HTTPResponse(status: 0), attempts: run.attempts, sent: sent)
        }
    }

    /// Makes the call, and returns its value, or the error that ``value`` would throw.
    @concurrent public var result: Result<Value, any Error> {
        get async { do { return .success(try await value) } catch { return .failure(error) } }
    }

    @inline(__always)
    private func value(of run: CallRun) async throws -> Value {
        defer { run.handle.leave() }
        let value: Value
        do { value = try await run.value(make) } catch { throw run.fail(with: error) }
        try run.succeed()
        return value
    }

    /// Makes the call, and calls `completion` once, on `queue`. If the call is cancelled before that, `completion` gets only
    /// ``APIError/Code/cancelled``. With ``CallbackQueue/immediate``, `completion` may be called on another thread before this method
    /// returns.
    ///
    /// The call continues when the handle is released. Cancelling the surrounding task doesn't end the call; ``CallHandle/cancel()`` does.
    ///
    /// - Parameters:
    ///   - group: a group that the call joins, in addition to those of surrounding ``CallGroup/run(_:)`` calls; nil, the default, means
    ///     none.
    ///   - queue: the queue on which `completion` is called.
    ///   - completion: gets the value, or the error that ``value`` throws.
    @discardableResult
    public func start(
        in group: CallGroup? = nil, on queue: CallbackQueue, completion: @escaping @Sendable (Result<Value, any Error>) -> Void
    ) -> CallHandle {
        let call = group.map(joining) ?? self
        let run = CallRun(call.core, call.plan, call.options)
        Task(priority: options?.options.priority) {
            let result: Result<Value, any Error>
            do { result = .success(try await run.value(call.make)) } catch { result = .failure(error) }
            // The call is finished on the queue, because it can be cancelled until the completion is called. Calls that the completion
            // makes never join the groups that surround this call, whatever the queue.
            queue.run {
                CallGroup.outside {
                    switch result {
                    case .success: completion(Result { try run.succeed() }.flatMap { result })
                    case .failure(let error): completion(.failure(run.fail(with: error)))
                    }
                }
                run.handle.leave()
            }
        }
        return run.handle
    }

    /// Makes the call, and calls `completion` once, on the main actor.
    @discardableResult
    public func start(
        in group: CallGroup? = nil, completion: @escaping @MainActor @Sendable (Result<Value, any Error>) -> Void = { _ in }
    ) -> CallHandle {
        start(in: group, on: .main) { result in MainActor.assumeIsolated { completion(result) } }
    }

    /// The same call with a value that `transform` creates from this call's value. Errors from `transform` are thrown unchanged.
    public func map<New: Sendable>(_ transform: @escaping @Sendable (Value) throws -> New) -> Call<New> {
        Call<New>(core, plan, options: options) { [make] in try transform(make($0, $1)) }
    }

    func modified(_ change: (inout CallOptions) -> Void) -> Call {
        var changed = options?.options ?? CallOptions()
        change(&changed)
        var call = self
        call.options = CallOptions.Shared(changed)
        return call
    }
}

extension Call: CustomStringConvertible, CustomReflectable {
    /// Shows only the type of the endpoint.
    public var description: String { "call of \(type(of: plan.endpoint.subject))" }
    // Shows nothing, because an endpoint may contain a secret.
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
