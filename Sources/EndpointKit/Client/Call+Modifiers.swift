extension Call {
    /// With this policy in place of its client's.
    public func retrying(_ policy: RetryPolicy) -> Call { modified { $0.retry = policy } }

    /// The longest silence on the wire, per attempt; in place of the endpoint's and the configuration's.
    public func timeout(_ timeout: Duration) -> Call { modified { $0.timeout = timeout } }

    /// The longest the whole call may take, from its start to its value: waiting for its turn, retries and the waits between them included.
    /// In place of the policies' own. What takes longer ends with ``APIError/Code/deadline``.
    public func deadline(_ deadline: Duration) -> Call { modified { $0.deadline = deadline } }

    /// Tells `report` how far the transfer is, at its start and with every chunk, in the task that moves the chunks. An attempt that
    /// follows another starts anew, and so does each use of the call.
    public func onProgress(_ report: @escaping @Sendable (TransferProgress) -> Void) -> Call { modified { $0.progress = report } }

    /// Names it, among others of the same tags: for ``APIClient/cancelCalls(tagged:)`` and for observers.
    public func tagged(_ tags: String...) -> Call { modified { $0.tags.formUnion(tags) } }

    /// With more adapters, which run after the client's and the endpoint's.
    public func adapting(_ adapters: any RequestAdapter...) -> Call { modified { $0.adapters += adapters } }

    /// With the decisions that `edit` makes of the endpoint's.
    public func deciding(_ edit: @escaping @Sendable (_ standard: [any ResponseDecision]) -> [any ResponseDecision]) -> Call {
        modified { $0.decisions.append(edit) }
    }

    /// Of the calls that wait for their turn (``ClientPolicies/maxConcurrentCalls``), the highest goes first. By default the task's.
    public func priority(_ priority: TaskPriority) -> Call { modified { $0.priority = priority } }

    /// As a member of `group`, beside those it is in already.
    public func joining(_ group: CallGroup) -> Call { modified { $0.groups.append(group.members) } }

    /// Without a place among ``ClientPolicies/maxConcurrentCalls``. For a call that a transport waits for while it sends another of the same
    /// client, in a task that isn't a child of its own: it would wait for the place of the call that waits for it. Adapters, decisions and
    /// token refreshes need none of this, as a call has its place only while it is on the wire.
    public func ignoringLimit() -> Call { modified { $0.needsPlace = false } }
}
