import EndpointKit

/// The code of the article "Cancelling and grouping".
enum Cancelling {
    static func task(_ client: APIClient) async -> Bool {
        let task = Task { try await client.data(.get("slow")).value }
        task.cancel()  // the connection closes; the value throws CancellationError
        return await task.result.isCancelled
    }

    static func handle(_ client: APIClient, show: @escaping @Sendable (String) -> Void) {
        let handle = client.data(.get("slow")).start(on: .immediate) { result in
            if case .failure(APIError.Code.cancelled) = result { show("cancelled") }
        }
        handle.cancel()  // an APIError of code cancelled, and exactly one outcome
    }

    static func group(_ client: APIClient, _ other: APIClient) async throws -> [Data] {
        let group = CallGroup(name: "screen")
        return try await group.run {
            async let slow = client.data(.get("slow")).value
            async let missing = other.data(.get("missing")).value
            return try await [slow, missing]  // throws the 404, and the slow call is cancelled
        }
    }

    static func nested(_ client: APIClient) async throws -> Int {
        let screen = CallGroup(name: "screen")
        let pictures = CallGroup(name: "pictures", parent: screen, onFailure: .keepGoing)  // one missing picture is no reason to end
        for number in 1...3 { client.data(.get("pictures/\(number)")).start(in: pictures, on: .immediate) { _ in } }
        do { try await pictures.finish() } catch APIError.Code.badStatus {}
        screen.cancel()  // also those that join later
        return screen.activeCount
    }

    static func kinds(_ client: APIClient) {
        client.data(.get("pictures/1")).tagged("pictures").start()
        client.cancelCalls(tagged: "pictures")
        client.cancelCalls { endpoint in endpoint.path.encoded.hasPrefix("pictures") }
        client.cancelAll()
    }

    static func end(_ client: APIClient) async {
        await client.shutDown(gracePeriod: .seconds(20))  // new calls are rejected; those in flight have 20 seconds
    }

    static func reason(_ error: any Error) -> String {
        switch (error as? APIError)?.cancellationReason {
        case .caller: "by its handle"
        case .group(let cause?): "by its group: \(cause)"
        case .group(nil): "by its group"
        case .client: "by its client"
        case nil: "not cancelled"
        }
    }
}

extension Result {
    fileprivate var isCancelled: Bool {
        if case .failure(let error) = self { error is CancellationError } else { false }
    }
}
