/// An authentication with a token that can be refreshed, and the decision that has it refreshed when a server rejects it.
protocol TokenAuthentication: RequestAdapter {
    var decision: any ResponseDecision { get }

    /// nil where it has to wait for a token.
    func authenticateNow(_ request: inout HTTPRequest) -> TokenStamp?
}
