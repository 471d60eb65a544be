extension Call {
    /// Retries by this policy instead of the client's.
    public func retrying(_ policy: RetryPolicy) -> Call { modified { $0.retry = policy } }

    /// Sets the longest silence on the wire, per attempt. Replaces the timeouts of the endpoint and the configuration.
    public func timeout(_ timeout: Duration) -> Call { modified { $0.timeout = timeout } }

    /// Sets the longest time for the whole call, from its start to its value, and to the end of the body if it is a stream. That includes
    /// the wait for its turn, retries and the waits between them. Replaces the deadline of the policies. A call that takes longer fails
    /// with ``APIError/Code/deadline``.
    public func deadline(_ deadline: Duration) -> Call { modified { $0.deadline = deadline } }

    /// Reports the progress of the transfer in the task that moves its chunks: at its start, at its end, and at most ten times a second
    /// between them. Progress starts again with each attempt and with each use of the call.
    public func onProgress(_ report: @escaping @Sendable (TransferProgress) -> Void) -> Call { modified { $0.progress = report } }

    /// Adds tags, for ``APIClient/cancelCalls(tagged:)`` and for observers. Several calls may have the same tag.
    public func tagged(_ tags: String...) -> Call { modified { $0.tags.formUnion(tags) } }

    /// Adds adapters, which run after those of the client and the endpoint.
    public func adapting(_ adapters: any RequestAdapter...) -> Call { modified { $0.adapters += adapters } }

    /// Judges the responses with the decisions that `edit` makes from the endpoint's decisions.
    public func deciding(_ edit: @escaping @Sendable (_ standard: [any ResponseDecision]) -> [any ResponseDecision]) -> Call {
        modified { $0.decisions.append(edit) }
    }

    /// Sets how the call uses the client's cache (``ClientPolicies/cache``).
    ///
    ///     let page = try await client.characters().cached(.preferStale).value
    public func cached(_ use: CacheUse) -> Call { modified { $0.cacheUse = use } }

    /// Sets the priority, by default the task's. Among waiting calls (``ClientPolicies/maxConcurrentCalls``), the highest priority goes
    /// first.
    public func priority(_ priority: TaskPriority) -> Call { modified { $0.priority = priority } }

    /// Adds the call to `group`. It stays a member of its other groups.
    public func joining(_ group: CallGroup) -> Call { modified { $0.groups.append(group.members) } }

    /// Exempts the call from ``ClientPolicies/maxConcurrentCalls``.
    ///
    /// Only a transport needs this, for a call that it makes with the same client and awaits while it sends another call. Otherwise the
    /// inner call would wait for the outer call's place, while the outer call waits for the inner one. Adapters, decisions and token
    /// refreshes don't need this, because a call has a place only while it is on the wire.
    public func ignoringLimit() -> Call { modified { $0.needsPlace = false } }
}
