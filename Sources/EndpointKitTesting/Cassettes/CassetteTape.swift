import EndpointKit
import Synchronization

/// The recordings of a cassette: which ones were played, and which aren't in the file yet.
final class CassetteTape: Sendable {
    private struct State {
        var recordings: [Recording]
        var isPlayed: [Bool]
        var nextInOrder = 0
        // Shapes depend on what is hidden; nearly all requests hide the same.
        var shapes: [Redaction: [RequestShape]] = [:]
        var places: [Redaction: [RequestShape: [Int]]] = [:]

        var log: JSON.Object
        /// The text of each entry; nil while its exchange hasn't ended.
        var entries: [Data?]
        var savedBytes = 0
        var unsavedBytes = 0
        var isSaved = true
    }
    private let state: Mutex<State>
    private let file: CassetteFile
    private let order: CassetteTransport.Order
    let matching: RequestMatching
    let numbers: HiddenNumbers
    private let isRecorded: Bool

    init(
        file: CassetteFile, content: CassetteFile.Content, order: CassetteTransport.Order, matching: RequestMatching, isRecorded: Bool
    ) {
        self.file = file
        self.order = order
        self.matching = matching
        self.isRecorded = isRecorded
        let entries = content.entries.map(Self.text)
        numbers = HiddenNumbers(after: entries.map(HiddenNumbers.largest).max() ?? 0)
        state = Mutex(
            State(
                recordings: content.recordings, isPlayed: content.recordings.map { _ in false }, log: content.log,
                entries: entries))
    }

    // Nobody is left who could be told of a failure.
    deinit { try? saveRest() }

    private static func text(_ entry: JSON) -> Data { Data(entry.indentedText.utf8) }

    // MARK: Playing

    enum Played {
        case recording(Recording)
        case missing(String)
        case outOfOrder(String)
    }

    func play(_ asked: RequestShape, _ redaction: Redaction) -> Played {
        state.withLock { state in
            let shapes = shapes(redaction, in: &state)
            if order == .strict { return playNext(asked, shapes, in: &state) }
            let places = state.places[redaction]?[asked] ?? []
            if let place = places.first(where: { !state.isPlayed[$0] }) ?? (order == .repeating ? places.last : nil) {
                state.isPlayed[place] = true
                return .recording(state.recordings[place])
            }
            let candidates = shapes.enumerated().lazy.map { index, shape in
                ("entry \(index + 1)", shape, "was played already") as NearMisses.Candidate
            }
            return .missing(message("The cassette \(file.name) has no recording for \(asked).", asked, candidates))
        }
    }

    private func playNext(_ asked: RequestShape, _ shapes: [RequestShape], in state: inout State) -> Played {
        let next = state.nextInOrder
        guard next < shapes.count else {
            return .missing("The cassette \(file.name) has no recording for \(asked): all of its \(shapes.count) were played.")
        }
        guard shapes[next] == asked else {
            let candidates: [NearMisses.Candidate] = [("entry \(next + 1)", shapes[next], nil)]
            return .outOfOrder(message("\(asked) is not the next request in the cassette \(file.name).", asked, candidates))
        }
        state.isPlayed[next] = true
        state.nextInOrder += 1
        return .recording(state.recordings[next])
    }

    private func message(_ start: String, _ asked: RequestShape, _ candidates: some Sequence<NearMisses.Candidate>) -> String {
        let misses = NearMisses.text(for: asked, among: candidates)
        return start + (misses.isEmpty ? " It is empty." : " " + misses)
    }

    private func shapes(_ redaction: Redaction, in state: inout State) -> [RequestShape] {
        if let known = state.shapes[redaction] { return known }
        let shapes = state.recordings.map { $0.shape(redaction, by: matching) }
        state.shapes[redaction] = shapes
        state.places[redaction] = Dictionary(grouping: shapes.indices) { shapes[$0] }
        return shapes
    }

    var unplayed: [String] {
        state.withLock { state in
            zip(state.recordings, state.isPlayed).filter { !$1 }.map { recording, _ in
                "\(recording.method) \(Redaction.standard.redact(urlText: recording.url))"
            }
        }
    }

    // MARK: Recording

    /// A place for the recording of a request that begins now.
    func reserve() -> Int {
        state.withLock { state in
            state.entries.append(nil)
            return state.entries.count - 1
        }
    }

    func put(_ recording: Recording, at slot: Int) throws {
        let text = Self.text(recording.har)
        try state.withLock { state in
            state.entries[slot] = text
            state.unsavedBytes += text.count
            state.isSaved = false
            // All writes together have at most nine times the bytes of the last one.
            if state.unsavedBytes * 8 >= state.savedBytes { try write(&state) }
        }
    }

    func save() throws { try state.withLock { try write(&$0) } }

    private func saveRest() throws {
        guard isRecorded else { return }
        try state.withLock { if !$0.isSaved { try write(&$0) } }
    }

    private func write(_ state: inout State) throws {
        let entries = state.entries.compactMap(\.self)
        try file.write(state.log, entries)
        state.savedBytes = entries.reduce(0) { $0 + $1.count }
        state.unsavedBytes = 0
        state.isSaved = true
    }
}
