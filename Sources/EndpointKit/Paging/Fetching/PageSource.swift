/// What makes the calls for the pages of a list.
struct PageSource<Request: PaginatedRequest>: Sendable {
    let client: APIClient
    let calling: @Sendable (Call<Request.Response>) -> Call<Request.Response>

    /// Away from whatever actor wants it, as it is decoded there.
    @concurrent
    func result(of request: Request) async -> Result<Response<Request.Response>, any Error> {
        do { return .success(try await reply(to: request)) } catch { return .failure(error) }
    }

    func reply(to request: Request) async throws -> Response<Request.Response> {
        var reply = try await calling(client.call(request)).response
        // What is relative to it has to be found, whatever the transport.
        if reply.http.address == nil { reply.http.address = try client.request(for: request).urlText }
        return reply
    }
}
