internal import Synchronization

/// The pieces between the engine's thread and a task, in either direction: a few, and no more.
///
/// The side that gives asks ``isFull`` and waits; the side that takes says when there is room again.
final class BodyPieces: Sendable {
    static let capacity = 256 << 10

    private struct State {
        var pieces: [Data] = []
        var byteCount = 0
        var isEngineWaiting = false
        var ending: Result<Void, any Error>?
        var task: CheckedContinuation<Void, Never>?
    }
    private let state = Mutex(State())

    /// What the engine finds when it takes.
    enum Taken {
        case bytes(Int)
        case nothingYet
        case end
        case failed(any Error)
    }

    // MARK: The engine's thread gives, a task takes

    /// False when there is no room: the engine is told when there is, by the answer of ``next()``.
    func give(_ bytes: UnsafeRawBufferPointer) -> Bool {
        let task: CheckedContinuation<Void, Never>?? = state.withLock { state in
            guard state.byteCount < Self.capacity else {
                state.isEngineWaiting = true
                return .none
            }
            state.pieces.append(Data(bytes))
            state.byteCount += bytes.count
            defer { state.task = nil }
            return .some(state.task)
        }
        guard let task else { return false }
        task?.resume()
        return true
    }

    /// Takes a piece from an engine that can't keep it; false when it should bring no more until ``next()`` answers that it may go on.
    func give(_ piece: Data) -> Bool {
        let (hasRoom, task) = state.withLock { state in
            state.pieces.append(piece)
            state.byteCount += piece.count
            state.isEngineWaiting = state.byteCount >= Self.capacity
            defer { state.task = nil }
            return (!state.isEngineWaiting, state.task)
        }
        task?.resume()
        return hasRoom
    }

    /// What was given, and not taken yet.
    var byteCount: Int { state.withLock { $0.byteCount } }

    /// No piece comes after this. The first ending is the one that counts.
    func end(_ ending: Result<Void, any Error>) {
        let task = state.withLock { state in
            state.ending = state.ending ?? ending
            defer { state.task = nil }
            return state.task
        }
        task?.resume()
    }

    /// The next piece, nil at the end, and whether the engine waits for room that is there now.
    func next() async throws -> (piece: Data?, engineMayGoOn: Bool) {
        while true {
            let found: (Data?, Bool)? = try state.withLock { state in
                if !state.pieces.isEmpty {
                    let piece = state.pieces.removeFirst()
                    state.byteCount -= piece.count
                    let mayGoOn = state.isEngineWaiting && state.byteCount <= Self.capacity / 2
                    if mayGoOn { state.isEngineWaiting = false }
                    return (piece, mayGoOn)
                }
                if let ending = state.ending {
                    try ending.get()
                    return (nil, false)
                }
                return nil
            }
            if let found { return found }
            await change(while: { $0.pieces.isEmpty && $0.ending == nil })
        }
    }

    // MARK: A task gives, the engine's thread takes

    /// Waits for room; true when the engine waits for the piece.
    func put(_ piece: Data) async -> Bool {
        await change(while: { $0.byteCount >= Self.capacity && $0.ending == nil })
        return state.withLock { state in
            state.pieces.append(piece)
            state.byteCount += piece.count
            defer { state.isEngineWaiting = false }
            return state.isEngineWaiting
        }
    }

    /// True when the engine waits for it.
    func finish(_ ending: Result<Void, any Error>) -> Bool {
        state.withLock { state in
            state.ending = state.ending ?? ending
            defer { state.isEngineWaiting = false }
            return state.isEngineWaiting
        }
    }

    func take(_ buffer: UnsafeMutableRawBufferPointer) -> Taken {
        let (taken, task): (Taken, CheckedContinuation<Void, Never>?) = state.withLock { state in
            guard let piece = state.pieces.first else {
                switch state.ending {
                case .success: return (.end, nil)
                case .failure(let error): return (.failed(error), nil)
                case nil:
                    state.isEngineWaiting = true
                    return (.nothingYet, nil)
                }
            }
            let count = min(buffer.count, piece.count)
            piece.prefix(count).withUnsafeBytes { buffer.copyMemory(from: $0) }
            if count == piece.count { state.pieces.removeFirst() } else { state.pieces[0] = piece.dropFirst(count) }
            state.byteCount -= count
            guard state.byteCount < Self.capacity else { return (.bytes(count), nil) }
            defer { state.task = nil }
            return (.bytes(count), state.task)
        }
        task?.resume()
        return taken
    }

    /// Waits while `condition` holds. One task waits at a time.
    private func change(while condition: @Sendable (borrowing State) -> Bool) async {
        while true {
            let isOver = state.withLock { !condition($0) }
            if isOver { return }
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    if !condition(state) { return true }
                    state.task = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        }
    }
}
