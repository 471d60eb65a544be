extension CallEvent: CustomStringConvertible, CustomReflectable {
    /// `[12.1] CharactersEndpoint.list after 3 ms: sent(GET https://…)`. Of its endpoint it shows the name only.
    public var description: String { "[\(callID).\(attempt)] \(endpoint.label) after \(elapsed.shown): \(kind)" }
    public var customMirror: Mirror {
        Mirror(
            self,
            children: [
                "callID": callID, "endpoint": endpoint.label, "tags": tags, "elapsed": elapsed, "attempt": attempt, "kind": kind,
            ], displayStyle: .struct)
    }
}
