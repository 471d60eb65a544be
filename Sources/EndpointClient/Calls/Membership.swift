/// The owner of a run, which determines what ends the run and whether it takes a slot.
enum Membership: Sendable {
    /// A call that the program makes. It is one of the client's active calls, which ``APIClient/cancelAll()`` ends.
    case call
    /// A call that a token's refresh makes. It isn't one of the client's active calls and shares no run, because calls of several clients
    /// may wait for it.
    case refresh
    /// The run of several equal calls. It ends when the last of them leaves. Transports see the ID of the call that started it.
    case shared(SharedRun, callID: UInt64)
    /// The validation of a stale response that a call receives at once (RFC 5861, section 3). It ends with the client's background tasks,
    /// and never delays a call: it takes no slot, and fails if it would have to wait for the quota.
    case validation

    /// The membership of a call that this task makes.
    static var ofNewCall: Membership { TokenWork.isActive ? .refresh : .call }

    var isActiveCall: Bool { if case .call = self { true } else { false } }
    var isValidation: Bool { if case .validation = self { true } else { false } }
}
