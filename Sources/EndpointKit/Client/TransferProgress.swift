/// How far one direction of an exchange is.
public struct TransferProgress: Hashable, Sendable {
    public enum Direction: String, Sendable {
        case upload
        case download
    }
    public var direction: Direction
    /// What a download took up from an earlier one is counted, so it is the same file's size that grows.
    public var completedBytes: Int64
    /// nil where it isn't known beforehand, as of a body that is compressed on its way.
    public var totalBytes: Int64?

    public init(direction: Direction, completedBytes: Int64, totalBytes: Int64?) {
        self.direction = direction
        self.completedBytes = completedBytes
        self.totalBytes = totalBytes
    }

    /// From 0 to 1; nil where the total isn't known.
    public var fractionCompleted: Double? {
        guard let totalBytes else { return nil }
        return totalBytes == 0 ? 1 : Double(completedBytes) / Double(totalBytes)
    }
}

typealias ProgressHandler = @Sendable (TransferProgress) -> Void
