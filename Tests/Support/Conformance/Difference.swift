/// A difference from Foundation's decoder that is wanted.
public struct Difference: Sendable {
    /// The name of a case of the table; or, for errors of all cases and documents, the ``kind(of:from:)`` of the difference.
    public let name: String
    public let reason: String

    public static let accepted: [Difference] = []

    /// How one error differs from another, such as "path of dataCorrupted" or "typeMismatch for dataCorrupted"; nil unless both are errors.
    public static func kind(of ours: DecodedOutcome, from foundations: DecodedOutcome) -> String? {
        guard case .failure(let ours) = ours, case .failure(let foundations) = foundations, ours != foundations else { return nil }
        return ours.kind == foundations.kind ? "path of \(ours.kind)" : "\(ours.kind) for \(foundations.kind)"
    }
}
