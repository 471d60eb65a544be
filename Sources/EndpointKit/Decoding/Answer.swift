/// What came of an attempt that was answered.
struct Answer: Sendable {
    var response: HTTPResponse
    /// The body of a success that isn't in the response.
    var content: Content?

    enum Content: Sendable {
        case stream(HTTPResponseStream.Body)
        case file(DownloadFile)
    }
}
