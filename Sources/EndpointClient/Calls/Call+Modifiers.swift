extension Call {
    /// Retries according to this policy instead of the client's.
    public func retrying(_ policy: RetryPolicy) -> Call { modified { $0.retry = policy } }

    /// Sets how long the connection may be silent, per attempt. Replaces the timeouts of the endpoint and the configuration.
    public func timeout(_ timeout: Duration) -> Call { modified { $0.timeout = timeout } }

    /// Sets how long the whole call may take, from its start to its value, or to the end of the body if the value is a stream. This
    /// includes the wait for the call's turn, retries, and the waits between them. Replaces the policies' deadline. A call that takes
    /// longer fails with ``APIError/Code/deadline``.
    public func deadline(_ deadline: Duration) -> Call { modified { $0.deadline = deadline } }

    /// Reports the progress of the transfer, in the task that transfers its chunks: at the start, at the end, and at most ten times a
    /// second in between. Progress starts again with each attempt and with each use of the call.
    public func onProgress(_ report: @escaping @Sendable (TransferProgress) -> Void) -> Call { modified { $0.progress = report } }

    /// Adds tags, for ``APIClient/cancelCalls(tagged:)`` and for observers. Several calls may have the same tag.
    public func tagged(_ tags: String...) -> Call { modified { $0.tags.formUnion(tags) } }

    /// Adds adapters, which run after those of the client and the endpoint.
    public func adapting(_ adapters: any RequestAdapter...) -> Call { modified { $0.adapters += adapters } }

    /// Judges the responses with the decisions that `edit` returns when it is passed the endpoint's decisions.
    public func deciding(_ edit: @escaping @Sendable (_ standard: [any ResponseDecision]) -> [any ResponseDecision]) -> Call {
        modified { $0.decisions.append(edit) }
    }

    /// Sets how the call uses the client's cache (``ClientPolicies/cache``).
    ///
    ///     let page = try await client.characters().cached(.preferStale).value
    public func cached(_ use: CacheUse) -> Call { modified { $0.cacheUse = use } }

    /// Sets the priority, which is the task's by default. Among waiting calls (``ClientPolicies/maxConcurrentCalls``), the one with the
    /// highest priority goes first.
    public func priority(_ priority: TaskPriority) -> Call { modified { $0.priority = priority } }

    /// Adds the call to `group`. The call stays a member of its other groups.
    public func joining(_ group: CallGroup) -> Call { modified { $0.groups.append(group.members) } }

    /// Exempts the call from ``ClientPolicies/maxConcurrentCalls``.
    ///
    /// Only a transport needs this, for a call that it makes with the same client and awaits while it sends another call. Otherwise the
    /// inner call would wait for the outer call's slot, while the outer call waits for the inner one. Adapters, decisions and token
    /// refreshes don't need this, because a call holds a slot only while it is on the wire.
    public func ignoringLimit() -> Call { modified { $0.needsPlace = false } }
}
