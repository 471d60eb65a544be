/// Authentication that has a say in what its client makes of an answer.
protocol DecidingAuthentication: RequestAdapter {
    /// Asked before the standard ones.
    var decision: any ResponseDecision { get }
}
