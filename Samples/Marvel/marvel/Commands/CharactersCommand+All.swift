internal import EndpointKit
internal import MarvelAPI

extension CharactersCommand {
    /// Loads all pages, and writes each as it arrives. After a failure or Ctrl-C, the output so far stays, and its document is completed.
    func runAll(in marvel: Marvel) async throws {
        try await marvel.withClient(settings) { client, configuration in
            var pages = client.pages(
                of: .characters(filter, offset: offset, limit: limit), limits: PageLimits(maxElements: maxItems), prefetch: prefetch
            ).makeAsyncIterator()
            var listing = CharacterListing(self, in: marvel, isLogging: configuration.policies.log != nil)
            defer { listing.reportRest() }
            var failure: (any Error)?
            while let page = await Self.next(&pages, &failure) { try listing.show(page.value) }
            try listing.end()
            if let failure { throw failure }
        }
    }

    /// The next page; nil at the end or after a failure, which is thrown once the document is complete.
    private static func next(
        _ pages: inout PageSequence<CharacterList>.Iterator, _ failure: inout (any Error)?
    ) async -> Page<CharacterList>? {
        do {
            // A prefetched page may be ready even after Ctrl-C.
            try Task.checkCancellation()
            return try await pages.next()
        } catch {
            failure = error
            return nil
        }
    }
}
