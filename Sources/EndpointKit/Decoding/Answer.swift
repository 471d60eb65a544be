/// The answer to an attempt, with its body wherever that was put.
struct Answer: Sendable {
    var response: HTTPResponse
    /// The body of a success, if it isn't in the response.
    var content: Content?

    enum Content: Sendable {
        case stream(HTTPResponseStream.Body)
        case file(DownloadFile)
    }
}
