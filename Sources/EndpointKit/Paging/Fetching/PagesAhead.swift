/// Pages that were asked for before they are wanted, in the order in which they will be. Whoever lets go of it ends their calls.
final class PagesAhead<Request: PaginatedRequest> {
    private typealias Flight = (page: PageFingerprint, task: Task<Response<Request.Response>, any Error>)
    private let source: PageSource<Request>
    private var flights: [Flight] = []

    init(source: PageSource<Request>) { self.source = source }

    deinit { cancel() }

    var count: Int { flights.count }

    /// Asks for one more page. False where it can't be told apart from others.
    func append(_ request: Request) -> Bool {
        guard let page = PageFingerprint(request) else { return false }
        flights.append((page, Task { [source] in try await source.reply(to: request) }))
        return true
    }

    /// Ends the calls, unless the first of them is for the page of that request: what was guessed is no page of the list then.
    func keep(ifNextIs request: Request) {
        guard let first = flights.first, first.page != PageFingerprint(request) else { return }
        cancel()
    }

    /// The answer to the request: of the call that is on its way, or of one that is made now.
    func reply(to request: Request) async throws -> Response<Request.Response> {
        keep(ifNextIs: request)
        guard !flights.isEmpty else { return try await source.reply(to: request) }
        let task = flights.removeFirst().task
        return try await withTaskCancellationHandler {
            try await task.value
        } onCancel: {
            task.cancel()
        }
    }

    func cancel() {
        for flight in flights { flight.task.cancel() }
        flights = []
    }
}
