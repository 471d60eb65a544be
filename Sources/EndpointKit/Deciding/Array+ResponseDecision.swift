/// How one list of decisions becomes another: the client's that of an endpoint, an attempt's that of the next.
///
///     func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
///         standard.removing(RetryDecision.self).inserting(EmptyBodyDecision(), before: ParseDecision.self)
///     }
extension [any ResponseDecision] {
    /// Without those of one type.
    public func removing<Decision: ResponseDecision>(_ type: Decision.Type) -> Self {
        filter { !($0 is Decision) }
    }

    /// With another in the place of each of one type.
    public func replacing<Decision: ResponseDecision>(_ type: Decision.Type, with other: any ResponseDecision) -> Self {
        map { $0 is Decision ? other : $0 }
    }

    /// With one more before the first of a type; at the end where there is none of it.
    public func inserting<Decision: ResponseDecision>(_ decision: any ResponseDecision, before type: Decision.Type) -> Self {
        var decisions = self
        decisions.insert(decision, at: firstIndex { $0 is Decision } ?? endIndex)
        return decisions
    }
}

/// A decision of ours that has nothing to say about a success, unless it was made to.
protocol FailureDecision: ResponseDecision {
    var passesSuccesses: Bool { get }
}

extension [any ResponseDecision] {
    /// Whether a success reaches the parser whatever is in it, so that none of them has to be asked.
    var passesSuccesses: Bool {
        last is ParseDecision && dropLast().allSatisfy { ($0 as? any FailureDecision)?.passesSuccesses == true }
    }
}
