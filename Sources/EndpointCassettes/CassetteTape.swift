import EndpointKit
import EndpointKitTesting
import Synchronization

/// The recordings in a cassette, which of them were played, and which aren't in the file yet.
final class CassetteTape: Sendable {
    private struct State {
        var recordings: [Recording]
        var isPlayed: [Bool]
        var nextInOrder = 0
        // Shapes depend on what is hidden. Nearly all requests hide the same values.
        var shapes: [Redaction: [RequestShape]] = [:]
        var places: [Redaction: [RequestShape: [Int]]] = [:]

        /// The hidden values in the requests so far. A recording hides them in later requests, too.
        var asked = HiddenWords()

        /// The recorded exchanges; nil for an exchange that hasn't ended.
        var taken: [TakenExchange?] = []
        var isSaved = true
    }
    private let state: Mutex<State>
    private let file: CassetteFile
    /// The content that the file had before.
    private let log: JSON.Object
    private let entries: [JSON]
    private let skipped: Int
    private let order: CassetteTransport.Order
    let matching: RequestMatching
    private let numbers: HiddenNumbers
    private let savesAtEnd: Bool

    init(
        file: CassetteFile, content: CassetteFile.Content, order: CassetteTransport.Order, matching: RequestMatching, savesAtEnd: Bool
    ) {
        self.file = file
        self.order = order
        self.matching = matching
        self.savesAtEnd = savesAtEnd
        log = content.log
        entries = content.entries
        skipped = content.skipped
        numbers = HiddenNumbers(after: log[Self.lastNumber]?.int ?? 0)
        state = Mutex(State(recordings: content.recordings, isPlayed: content.recordings.map { _ in false }))
    }

    // There is nobody left to whom a failure could be reported.
    deinit { if savesAtEnd { try? save() } }

    /// The member of the log that contains the number of hidden values.
    private static let lastNumber = "_hiddenValues"

    // MARK: Playing

    enum Played {
        case recording(Recording)
        /// The message is created only if it is shown.
        case missing(() -> String)
        case outOfOrder(() -> String)
    }

    /// - Parameter body: the request's body, if bodies are compared.
    func play(_ request: HTTPRequest, body: Data?, _ redaction: Redaction) -> Played {
        let asked = request.shape(body: body, redaction, by: matching)
        return state.withLock { state in
            let shapes = shapes(redaction, in: &state)
            // This shape also hides the values from other requests.
            let other = request.shape(body: body, redaction, by: matching, state.asked)
            state.asked.learn(request, body: body.map { Array($0) }, by: redaction)
            if order == .strict { return playNext(asked, other, shapes, in: &state) }
            let known = state.places[redaction]
            let places = known?[asked] ?? known?[other] ?? shapes.indices.filter { shapes[$0].mayBe(asked) || shapes[$0].mayBe(other) }
            if let place = places.first(where: { !state.isPlayed[$0] }) ?? (order == .repeating ? places.last : nil) {
                state.isPlayed[place] = true
                return .recording(state.recordings[place])
            }
            return .missing { [self, recordings = state.recordings] in
                let candidates = zip(recordings, shapes).lazy.map { recording, shape in
                    (recording.name, shape, "was played already") as NearMisses.Candidate
                }
                return message("The cassette \(file.name) has no recording for \(asked).", asked, candidates)
            }
        }
    }

    private func playNext(_ asked: RequestShape, _ other: RequestShape, _ shapes: [RequestShape], in state: inout State) -> Played {
        let next = state.nextInOrder
        guard next < shapes.count else {
            return .missing { [self] in
                shapes.isEmpty
                    ? "The cassette \(file.name) has no recording for \(asked).\(emptiness)"
                    : "The cassette \(file.name) has no recording for \(asked): all of its \(shapes.count) were played."
            }
        }
        let shape = shapes[next]
        guard shape == asked || shape == other || shape.mayBe(asked) || shape.mayBe(other) else {
            return .outOfOrder { [self, name = state.recordings[next].name] in
                let candidates: [NearMisses.Candidate] = [(name, shapes[next], nil)]
                return message("\(asked) is not the next request in the cassette \(file.name).", asked, candidates)
            }
        }
        state.isPlayed[next] = true
        state.nextInOrder += 1
        return .recording(state.recordings[next])
    }

    private func message(_ start: String, _ asked: RequestShape, _ candidates: some Sequence<NearMisses.Candidate>) -> String {
        let misses = NearMisses.text(for: asked, among: candidates)
        return start + (misses.isEmpty ? emptiness : " " + misses)
    }

    /// Why the cassette has no recording at all.
    private var emptiness: String {
        skipped == 0 ? " It is empty." : " None of its entries can be replayed: no request over HTTP has such a URL and method."
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

    /// Reserves a slot for the recording of a request that begins now.
    func reserve() -> Int {
        state.withLock { state in
            state.taken.append(nil)
            return state.taken.count - 1
        }
    }

    func put(_ exchange: TakenExchange, at slot: Int) {
        state.withLock { state in
            state.taken[slot] = exchange
            state.isSaved = false
        }
    }

    /// Writes all exchanges, without the values that are hidden in any of them.
    func save() throws {
        try state.withLock { state in
            if state.isSaved { return }
            let taken = state.taken.compactMap(\.self)
            var words = HiddenWords(numbers)
            for exchange in taken { words.learn(exchange) }
            var texts = entries.map { Self.text($0.mapTexts { words.scrubbed($0, in: .entry) }) }
            for exchange in taken {
                let scrubber = Scrubber(redaction: exchange.redaction, words: words)
                texts.append(Self.text(Recording(exchange, scrubbedBy: scrubber).har))
            }
            var log = log
            log[Self.lastNumber] = JSON(numbers.last)
            try file.write(log, texts)
            state.isSaved = true
        }
    }

    private static func text(_ entry: JSON) -> Data { Data(entry.indentedText.utf8) }
}

extension Recording {
    /// For messages.
    fileprivate var name: String { "entry \(entry)" + (problem.map { ", which can't be replayed (\($0))" } ?? "") }
}

extension JSON {
    fileprivate func mapTexts(_ transform: (String) -> String) -> JSON {
        switch self {
        case .string(let text): return .string(transform(text))
        case .array(let elements): return .array(elements.map { $0.mapTexts(transform) })
        case .object(var object):
            for key in object.keys { object[key] = object[key]?.mapTexts(transform) }
            return .object(object)
        default: return self
        }
    }
}
