extension APIClient {
    /// The events that the server sends, which are read like ``bytes(_:calling:)``. ``ServerSentEvents`` describes when they end.
    ///
    ///     for try await event in client.events(.get("notifications")) { show(event.data) }
    ///
    /// - Parameters:
    ///   - endpoint: the resource to request. A non-idempotent endpoint is requested only once.
    ///   - end: the mark at which the events end. nil, the default, means that there is none.
    ///   - reconnecting: when to reconnect. If nil, the events end with the first connection, without an error if its body was complete.
    ///   - limit: the maximum number of bytes in a line, and in an event's data. Beyond the limit, ``APIError/Code/bodyTooLarge`` is
    ///     thrown.
    ///   - modify: sets the modifiers of each connection's call, as for ``bytes(_:calling:)``.
    public final func events(
        _ endpoint: some Endpoint, ending end: EventEnd? = nil, reconnecting: EventReconnection? = .standard,
        limit: Int = TextLines.standardLimit,
        calling modify: @escaping @Sendable (Call<HTTPResponseStream>) -> Call<HTTPResponseStream> = { $0 }
    ) -> ServerSentEvents {
        let reconnection = endpoint.isIdempotent ? reconnecting : nil
        let decoder = core.decoder(for: endpoint)
        let expected = BodyDestination.Stream(
            timeout: endpoint.timeout == nil ? reconnection?.silence : nil, accepts: ServerSentEvents.accepts)
        return ServerSentEvents(
            end: end, limit: limit, reconnection: reconnection, clock: core.clock, decoder: decoder
        ) { lastEventID in
            let call = self.streaming(
                endpoint, accept: "text/event-stream", expecting: expected, orThrow: ServerSentEvents.refusal
            ) { request in
                // The stream's ID replaces the endpoint's. A field can't be empty, contain control characters, or begin or end with white
                // space.
                if let id = lastEventID {
                    let isField = !id.isEmpty && !id.holdsControlCharacter && id.trimming(while: \.properties.isWhitespace) == id
                    request.headers["Last-Event-ID"] = isField ? id : nil
                }
                if !request.headers.contains("Cache-Control") { request.headers.append("Cache-Control", "no-store") }
            }
            return modify(call)
        }
    }

    /// The values in the events that the server sends, decoded with the convention of the endpoint or the client. In all other respects,
    /// this method is like ``events(_:ending:reconnecting:limit:calling:)``.
    ///
    ///     for try await update in client.events(.get("prices"), as: Price.self, named: ["price"]) { show(update) }
    ///
    /// Data that can't be decoded ends the values with an ``APIError`` of code `decoding` that names the event.
    ///
    /// - Parameters:
    ///   - endpoint: the resource to request. A non-idempotent endpoint is requested only once.
    ///   - type: the type of the values.
    ///   - names: the names of the events with such values; nil, the default, means all events except `error`.
    ///   - end: the mark at which the values end, by default the data `[DONE]`. nil means that there is none.
    ///   - reconnecting: when to reconnect. If nil, the values end with the first connection.
    ///   - limit: the maximum number of bytes in a line, and in an event's data.
    ///   - others: returns the value for an event with another name, or throws. If it returns nil, the event is skipped. By default, an
    ///     event named `error` throws an ``APIError`` of code ``APIError/Code/errorEvent``, and other events are skipped.
    ///   - modify: sets the modifiers of each connection's call.
    public final func events<Value: Decodable & Sendable>(
        _ endpoint: some Endpoint, as type: Value.Type = Value.self, named names: Set<String>? = nil, ending end: EventEnd? = .done,
        reconnecting: EventReconnection? = .standard, limit: Int = TextLines.standardLimit,
        others: (@Sendable (ServerSentEvent) throws -> Value?)? = nil,
        calling modify: @escaping @Sendable (Call<HTTPResponseStream>) -> Call<HTTPResponseStream> = { $0 }
    ) -> EventValues<Value> {
        EventValues(events: events(endpoint, ending: end, reconnecting: reconnecting, limit: limit, calling: modify)) { event in
            if names?.contains(event.event) ?? !event.isError { return try event.decode(Value.self) }
            if let others { return try others(event) }
            if event.isError { throw event.failure }
            return nil
        }
    }
}

/// The values of an event stream: see ``APIClient/events(_:as:named:ending:reconnecting:limit:others:calling:)``.
public struct EventValues<Value: Sendable>: AsyncSequence, Sendable {
    let events: ServerSentEvents
    let value: @Sendable (ServerSentEvent) throws -> Value?

    public func makeAsyncIterator() -> Iterator { Iterator(events: events.makeAsyncIterator(), value: value) }

    /// Reads one value after another.
    public struct Iterator: AsyncIteratorProtocol {
        var events: ServerSentEvents.Iterator?
        let value: @Sendable (ServerSentEvent) throws -> Value?

        public mutating func next() async throws -> Value? {
            // The iterator is taken out, so that nothing is read after an error.
            guard var events = events.take() else { return nil }
            while let event = try await events.next() {
                do {
                    guard let value = try value(event) else { continue }
                    self.events = events
                    return value
                } catch { throw events.fail(with: error) }
            }
            return nil
        }
    }
}
