/// Checks the types of a decision's members at compile time. You neither implement nor use this protocol.
///
/// A member of another type, such as `let maxRetryAfter: Duration`, would leave the default in effect. Such a decision does not compile: see
/// ``_EndpointMembers``.
public protocol _DecisionMembers {
    /// The declared type of ``ResponseDecision/judgesSuccesses``.
    associatedtype _JudgesSuccessesMember
    /// The declared type of ``ResponseDecision/maxRetryAfter``.
    associatedtype _MaxRetryAfterMember

    /// See ``ResponseDecision/judgesSuccesses``.
    var judgesSuccesses: _JudgesSuccessesMember { get }
    /// See ``ResponseDecision/maxRetryAfter``.
    var maxRetryAfter: _MaxRetryAfterMember { get }

    /// Exists only if `judgesSuccesses` has the type `Bool`.
    static var _judgesSuccessesHasItsType: Void { get }
    /// Exists only if `maxRetryAfter` has the type `Duration?`.
    static var _maxRetryAfterHasItsType: Void { get }
}

extension _DecisionMembers where _JudgesSuccessesMember == Bool {
    public static var _judgesSuccessesHasItsType: Void { () }
}
extension _DecisionMembers where _MaxRetryAfterMember == Duration? {
    public static var _maxRetryAfterHasItsType: Void { () }
}
