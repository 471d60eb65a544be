/// The answer to an attempt, with its body in memory, in a stream or in a file.
struct Answer: Sendable {
    var response: HTTPResponse
    /// The body of a success, if it isn't in the response.
    var content: Content?

    enum Content: Sendable {
        case stream(HTTPResponseStream.Body)
        case file(DownloadFile)
    }
}
