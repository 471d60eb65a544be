/// The mark at which the events of a stream end, although the server may not have closed the stream.
///
///     for try await event in client.events(.get("build"), ending: .event("finished", isDelivered: true)) { show(event.data) }
///
/// The rest of the response is read for a quarter of a second, up to 16 KB. If the response ends within these bounds, its connection can be
/// reused. In any case the call is a success, and no stream is requested again.
public struct EventEnd: Sendable {
    /// Whether the event that is the mark is delivered before the events end.
    let isDelivered: Bool
    let isMark: @Sendable (ServerSentEvent) -> Bool

    /// Ends the events at the first event for which `isMark` returns true.
    ///
    /// - Parameters:
    ///   - isDelivered: whether this event is delivered like the others before it. False by default, because most marks aren't values.
    ///   - isMark: called for each event, whatever its name.
    public init(isDelivered: Bool = false, at isMark: @escaping @Sendable (ServerSentEvent) -> Bool) {
        self.isDelivered = isDelivered
        self.isMark = isMark
    }

    /// The data `[DONE]`, with which most language models end their streams. It isn't JSON, so it can't be a value.
    public static let done = data("[DONE]")

    /// Ends the events at the first event with this data, which isn't delivered. White space around the data is ignored. An event named
    /// `error` is never such a mark.
    public static func data(_ data: String) -> EventEnd {
        let mark = data.trimming(while: \.properties.isWhitespace)
        return EventEnd { !$0.isError && $0.data.trimming(while: \.properties.isWhitespace).utf8.elementsEqual(mark.utf8) }
    }

    /// Ends the events at the first event with this name.
    public static func event(_ name: String, isDelivered: Bool = false) -> EventEnd {
        EventEnd(isDelivered: isDelivered) { $0.event == name }
    }
}
