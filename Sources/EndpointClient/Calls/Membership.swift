/// What a run belongs to, which determines what ends the run and whether it takes a place.
enum Membership: Sendable {
    /// A call of the program. It is one of its client's active calls, which ``APIClient/cancelAll()`` ends.
    case call
    /// A call that the refresh of a token makes. It belongs to no client and shares no run, because calls of several clients may wait for it.
    case refresh
    /// The run of several equal calls. It ends when the last of them leaves. For transports, its ID is that of the call that began it.
    case shared(SharedRun, callID: UInt64)
    /// The validation of a stale response that a call was answered with (RFC 5861, section 3). It ends with the client's background tasks,
    /// and never delays a call: it has no place, and fails if it would have to wait for the quota.
    case validation

    /// The membership of a call that this task makes.
    static var ofNewCall: Membership { TokenWork.isActive ? .refresh : .call }

    var isActiveCall: Bool { if case .call = self { true } else { false } }
    var isValidation: Bool { if case .validation = self { true } else { false } }
}
