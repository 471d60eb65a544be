internal import Synchronization

/// A bounded buffer of chunks between the engine's thread and a task, in either direction.
///
/// The writer waits while the buffer is full, and the reader resumes it. Small chunks are joined in the buffer, so that a peer that sends
/// single bytes costs no more memory than its bytes.
package final class BodyBuffer: Sendable {
    package static let capacity = 256 << 10
    /// A chunk is joined to the previous one if both together have at most this many bytes, so the buffer holds only a few dozen chunks.
    private static let smallSize = 16 << 10

    private struct State {
        var chunks: [Data] = []
        var byteCount = 0
        var isEngineWaiting = false
        var ending: Result<Void, any Error>?
        var task: CheckedContinuation<Void, Never>?

        mutating func append(_ bytes: UnsafeRawBufferPointer) {
            byteCount += bytes.count
            if isJoined(bytes.count) { chunks[chunks.count - 1].append(contentsOf: bytes) } else { chunks.append(Data(bytes)) }
        }

        mutating func append(_ chunk: Data) {
            byteCount += chunk.count
            if isJoined(chunk.count) { chunks[chunks.count - 1].append(chunk) } else { chunks.append(chunk) }
        }

        private func isJoined(_ count: Int) -> Bool { chunks.last.map { $0.count + count <= BodyBuffer.smallSize } ?? false }
    }
    private let state = Mutex(State())

    package init() {}

    /// The outcome of taking bytes.
    package enum Taken {
        case bytes(Int)
        case nothingYet
        case end
        case failed(any Error)
    }

    /// The outcome of putting a chunk.
    package enum Put {
        case taken(isEngineWaiting: Bool)
        /// The transfer is over: this chunk and later ones aren't sent.
        case ended
    }

    // MARK: From the engine's thread to a task

    /// Returns false if the buffer is full; the result of ``next()`` says when the engine may resume. The reader sleeps until
    /// ``announce()``, because many chunks arrive at once, and waking the reader takes longer than copying them.
    package func give(_ bytes: UnsafeRawBufferPointer) -> Bool {
        state.withLock { state in
            guard state.byteCount < Self.capacity else {
                state.isEngineWaiting = true
                return false
            }
            state.append(bytes)
            return true
        }
    }

    /// Wakes the reader.
    package func announce() {
        let task = state.withLock { state in
            defer { state.task = nil }
            return state.task
        }
        task?.resume()
    }

    /// Accepts a chunk from an engine that can't keep it. Returns false once, to pause the engine. Chunks that arrive after that are
    /// accepted too, until ``next()`` reports that the engine may resume.
    package func give(_ chunk: Data) -> Bool {
        let (mayResume, task) = state.withLock { state in
            state.append(chunk)
            let stops = state.byteCount >= Self.capacity && !state.isEngineWaiting
            if stops { state.isEngineWaiting = true }
            defer { state.task = nil }
            return (!stops, state.task)
        }
        task?.resume()
        return mayResume
    }

    /// The number of buffered bytes.
    package var byteCount: Int { state.withLock { $0.byteCount } }

    /// Whether no more chunks will come.
    package var hasEnded: Bool { state.withLock { $0.ending != nil } }

    /// Ends the buffer: no chunk comes after this. Only the first ending applies.
    package func end(_ ending: Result<Void, any Error>) {
        let task = state.withLock { state in
            state.ending = state.ending ?? ending
            defer { state.task = nil }
            return state.task
        }
        task?.resume()
    }

    /// The next chunk (nil at the end), and whether a paused engine may resume because the buffer has space again.
    package func next() async throws -> (chunk: Data?, engineMayResume: Bool) {
        while true {
            let found: (Data?, Bool)? = try state.withLock { state in
                if !state.chunks.isEmpty {
                    let chunk = state.chunks.removeFirst()
                    state.byteCount -= chunk.count
                    let mayResume = state.isEngineWaiting && state.byteCount <= Self.capacity / 2
                    if mayResume { state.isEngineWaiting = false }
                    return (chunk, mayResume)
                }
                if let ending = state.ending {
                    try ending.get()
                    return (nil, false)
                }
                return nil
            }
            if let found { return found }
            await change(while: { $0.chunks.isEmpty && $0.ending == nil })
        }
    }

    // MARK: From a task to the engine's thread

    /// Waits until the engine requests the first byte; returns false if the transfer ends first.
    package func isAskedFor() async -> Bool {
        await change(while: { !$0.isEngineWaiting && $0.ending == nil })
        return state.withLock { $0.ending == nil }
    }

    /// Waits while the buffer is full.
    package func put(_ chunk: Data) async -> Put {
        await change(while: { $0.byteCount >= Self.capacity && $0.ending == nil })
        return state.withLock { state in
            if state.ending != nil { return .ended }
            state.append(chunk)
            defer { state.isEngineWaiting = false }
            return .taken(isEngineWaiting: state.isEngineWaiting)
        }
    }

    /// Ends the body; returns true if the engine is waiting and must be resumed.
    package func finish(_ ending: Result<Void, any Error>) -> Bool {
        state.withLock { state in
            state.ending = state.ending ?? ending
            defer { state.isEngineWaiting = false }
            return state.isEngineWaiting
        }
    }

    package func take(_ buffer: UnsafeMutableRawBufferPointer) -> Taken {
        let (taken, task): (Taken, CheckedContinuation<Void, Never>?) = state.withLock { state in
            guard let chunk = state.chunks.first else {
                switch state.ending {
                case .success: return (.end, nil)
                case .failure(let error): return (.failed(error), nil)
                case nil:
                    state.isEngineWaiting = true
                    defer { state.task = nil }
                    return (.nothingYet, state.task)
                }
            }
            let count = min(buffer.count, chunk.count)
            chunk.prefix(count).withUnsafeBytes { buffer.copyMemory(from: $0) }
            if count == chunk.count { state.chunks.removeFirst() } else { state.chunks[0] = chunk.dropFirst(count) }
            state.byteCount -= count
            guard state.byteCount < Self.capacity else { return (.bytes(count), nil) }
            defer { state.task = nil }
            return (.bytes(count), state.task)
        }
        task?.resume()
        return taken
    }

    /// Waits while `condition` holds. Only one task waits at a time, because a body has only one reader.
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
