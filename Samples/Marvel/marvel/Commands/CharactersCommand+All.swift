internal import EndpointKit
internal import MarvelAPI

extension CharactersCommand {
    /// All pages, each written as it comes. Where one fails, or Ctrl-C is heard, what came stays, and its document is ended.
    func runAll(in marvel: Marvel) async throws {
        try await marvel.withClient(settings) { client in
            var pages = client.pages(
                of: .characters(filter, offset: offset, limit: limit), limits: PageLimits(maxElements: maxItems), prefetch: prefetch
            ).makeAsyncIterator()
            var listing = CharacterListing(self, in: marvel)
            defer { listing.reportRest() }
            var failure: (any Error)?
            while let page = await Self.next(&pages, &failure) { try listing.show(page.value) }
            try listing.end()
            if let failure { throw failure }
        }
    }

    /// nil at the end, and where there is a failure: it waits until the document is ended.
    private static func next(
        _ pages: inout PageSequence<CharacterList>.Iterator, _ failure: inout (any Error)?
    ) async -> Page<CharacterList>? {
        do {
            // A page that was asked for ahead may be there after Ctrl-C, too.
            try Task.checkCancellation()
            return try await pages.next()
        } catch {
            failure = error
            return nil
        }
    }
}
