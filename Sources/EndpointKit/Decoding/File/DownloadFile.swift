/// placeholder
final class DownloadFile: Sendable {}
