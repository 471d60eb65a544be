/// The answer of a call that is asked for its status only. A body that comes all the same is read and dropped.
public struct EmptyResponse: Hashable, Sendable {
    public init() {}
}
