/// What a run is part of. It says what ends the run, and whether it takes a place.
enum Membership: Sendable {
    /// A call of the program. It is one of its client's active calls, which ``APIClient/cancelAll()`` ends.
    case call
    /// A call that the refresh of a token makes. It belongs to no client and shares no run, because calls of several clients may wait for it.
    case refresh
    /// The run of several equal calls. It ends when the last of them leaves it. Transports know it as the call that began it.
    case shared(SharedRun, callID: UInt64)
    /// The validation of a stale response with which a call was answered (RFC 5861, section 3). It ends with the client's background tasks,
    /// and never takes the turn of a call: it has no place, and fails if it would have to wait for the quota.
    case validation

    /// That of a call that this task makes.
    static var ofNewCall: Membership { TokenWork.isActive ? .refresh : .call }

    var isActiveCall: Bool { if case .call = self { true } else { false } }
    var isValidation: Bool { if case .validation = self { true } else { false } }
}
