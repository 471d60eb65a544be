/// Turns one list of decisions into another: the client's into an endpoint's, or one attempt's into the next one's.
///
///     func decisions(from standard: [any ResponseDecision]) -> [any ResponseDecision] {
///         standard.removing(RetryDecision.self).inserting(EmptyBodyDecision(), before: ParseDecision.self)
///     }
extension [any ResponseDecision] {
    /// The list without the decisions of one type.
    public func removing<Decision: ResponseDecision>(_ type: Decision.Type) -> Self {
        filter { !($0 is Decision) }
    }

    /// The list with `other` in the place of each decision of one type.
    public func replacing<Decision: ResponseDecision>(_ type: Decision.Type, with other: any ResponseDecision) -> Self {
        map { $0 is Decision ? other : $0 }
    }

    /// The list with one more decision before the first of `type`, or at the end where it has none.
    public func inserting<Decision: ResponseDecision>(_ decision: any ResponseDecision, before type: Decision.Type) -> Self {
        var decisions = self
        decisions.insert(decision, at: firstIndex { $0 is Decision } ?? endIndex)
        return decisions
    }
}
