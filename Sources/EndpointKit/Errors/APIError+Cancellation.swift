extension APIError {
    /// Who cancelled a call, when it wasn't its task: that one throws `CancellationError`.
    public enum CancellationReason: Sendable {
        /// The call's own handle.
        case caller
        /// Its group: because another member failed with `cause`, or by ``CallGroup/cancel()``.
        case group(cause: (any Error)?)
        /// ``APIClient/cancelAll()``, or one like it.
        case client
    }

    init(_ reason: CancellationReason) {
        let message =
            switch reason {
            case .caller: "The call was cancelled by its caller."
            case .client: "The call was cancelled with others of its client."
            case .group(nil): "The call was cancelled with its group."
            case .group(let cause?):
                "The call was cancelled with its group, as another call of it failed: \(cause.sentence)."
            }
        self.init(.cancelled, message)
        cancellationReason = reason
    }

    init(ending: CallHandle.Ending) {
        switch ending {
        case .cancelled(let reason): self.init(reason)
        case .deadline(let deadline): self.init(.deadline, "The call took longer than its deadline of \(deadline).")
        }
    }
}
