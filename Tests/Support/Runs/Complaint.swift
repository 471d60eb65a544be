/// A failure that a run found. The same run serves a test, which then fails, and a stress run, which prints it.
public struct Complaint: Error, CustomStringConvertible {
    public let description: String
    public init(_ description: String) { self.description = description }
}

public func require(_ condition: Bool, _ complaint: @autoclosure () -> String) throws {
    if !condition { throw Complaint(complaint()) }
}
