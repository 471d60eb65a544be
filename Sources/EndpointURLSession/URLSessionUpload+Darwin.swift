#if canImport(Darwin)
    internal import EndpointHTTP
    internal import Foundation
    internal import Synchronization

    /// Supplies a session with a body that isn't in memory, through a pair of bound streams with a small buffer.
    ///
    /// Sendable because its mutable state is used only on its queue, or guarded by a lock.
    final class URLSessionUpload: NSObject, StreamDelegate, @unchecked Sendable {
        let input: InputStream
        private let output: OutputStream
        private let chunks: HTTPBodyChunks
        private let queue = DispatchQueue(label: "EndpointKit.URLSessionUpload")
        private let feeding = Mutex<Task<Void, Never>?>(nil)

        // The state that is used only on the queue.
        private var rest = Data()
        private var isStopped = false
        private var waiting: CheckedContinuation<Bool, Never>?

        /// Throws if the streams can't be created.
        init(_ chunks: HTTPBodyChunks) throws {
            var input: InputStream?
            var output: OutputStream?
            Stream.getBoundStreams(withBufferSize: HTTPBodyChunks.size, inputStream: &input, outputStream: &output)
            guard let input, let output else { throw APIError(.bodyEncoding, "The system could not create a stream for the body.") }
            self.input = input
            self.output = output
            self.chunks = chunks
        }

        /// Starts to read the body, no faster than it is sent. If the body can't be read, calls `failing` once.
        func start(failing: @escaping @Sendable (any Error) -> Void) {
            queue.sync {
                output.delegate = self
                CFWriteStreamSetDispatchQueue(output as CFWriteStream, queue)
                output.open()
            }
            let task = Task {
                do {
                    for try await chunk in chunks {
                        guard await put(chunk) else { return }
                        try Task.checkCancellation()
                    }
                    stop()
                } catch is CancellationError {
                    stop()
                } catch {
                    failing(error)
                    stop()
                }
            }
            feeding.withLock { $0 = task }
        }

        /// Called when the body or the exchange ends.
        func stop() {
            feeding.withLock { $0 }?.cancel()
            queue.async { [self] in
                if !isStopped {
                    isStopped = true
                    CFWriteStreamSetDispatchQueue(output as CFWriteStream, nil)
                    output.delegate = nil
                    output.close()
                }
                waiting?.resume(returning: false)
                waiting = nil
            }
        }

        /// Waits until the chunk is written. Returns false if the upload was stopped.
        private func put(_ chunk: Data) async -> Bool {
            await withCheckedContinuation { continuation in
                queue.async { [self] in
                    rest = chunk
                    waiting = continuation
                    write()
                }
            }
        }

        // On the queue.
        func stream(_ stream: Stream, handle event: Stream.Event) {
            switch event {
            case .hasSpaceAvailable: write()
            // The session has released the other end.
            case .errorOccurred, .endEncountered: stop()
            default: break
            }
        }

        // On the queue.
        private func write() {
            while !isStopped, !rest.isEmpty, output.hasSpaceAvailable {
                let count = rest.withUnsafeBytes { buffer in
                    buffer.bindMemory(to: UInt8.self).baseAddress.map { output.write($0, maxLength: buffer.count) } ?? 0
                }
                if count < 0 { return stop() }
                if count == 0 { return }
                rest = rest.dropFirst(count)
            }
            if isStopped || rest.isEmpty {
                waiting?.resume(returning: !isStopped)
                waiting = nil
            }
        }
    }
#endif
