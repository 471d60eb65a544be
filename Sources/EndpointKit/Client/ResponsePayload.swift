/// What the answer to a streaming call carries through the decisions to where its value is made. By reference, as most answers have none.
final class ResponsePayload: Sendable {
    enum Content: Sendable {
        case stream(HTTPResponseStream.Body)
        case file(DownloadFile)
    }
    let content: Content

    init(_ content: Content) { self.content = content }

    var stream: HTTPResponseStream.Body? { if case .stream(let body) = content { body } else { nil } }
    var file: DownloadFile? { if case .file(let file) = content { file } else { nil } }
}
