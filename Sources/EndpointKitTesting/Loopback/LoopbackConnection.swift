#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif
internal import EndpointKit
internal import Synchronization

/// One connection of a ``LoopbackServer``. Its methods block: call them only on the thread of the server's closure, before the closure
/// returns.
public final class LoopbackConnection: Sendable {
    private struct State {
        var isOpen = true
        // Bytes that were received but not yet returned.
        var pending: [UInt8] = []
        var closeHandler: (@Sendable () -> Void)?
        var isLastRequest = false
    }
    private let state = Mutex(State())
    let socket: Int32
    let origin: Origin

    init(socket: Int32, origin: Origin) {
        self.socket = socket
        self.origin = origin
        var on: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// Waits for the next bytes; empty if the peer has closed its side or reset the connection.
    public func read() -> [UInt8] {
        let pending = state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
        return pending.isEmpty ? receive() : pending
    }

    /// Waits until the peer closes the connection, and discards any bytes that it still sends. If the closure does nothing afterwards, use
    /// ``onClose(_:)``, which waits without occupying a thread.
    public func waitForClose() {
        while !read().isEmpty {}
    }

    /// Keeps the connection open after the server's closure has returned, and discards any bytes that still arrive. When the peer closes
    /// the connection, or it ends for another reason, calls `body` once and closes the connection. `body` runs on a thread that all servers
    /// share, so it must not block.
    public func onClose(_ body: @escaping @Sendable () -> Void = {}) {
        state.withLock { $0.closeHandler = body }
    }

    /// Writes all bytes. Throws a ``SocketFailure`` if the connection is closed.
    public func write(_ bytes: some Sequence<UInt8>) throws {
        // Contiguous bytes, such as those of an array or a `Data`, aren't copied.
        if try bytes.withContiguousStorageIfAvailable({ try write($0) }) == nil {
            try Array(bytes).withUnsafeBufferPointer { try write($0) }
        }
    }

    private func write(_ bytes: UnsafeBufferPointer<UInt8>) throws {
        guard isOpen else { throw SocketFailure("send", code: EPIPE) }
        var rest = UnsafeRawBufferPointer(bytes)[...]
        while !rest.isEmpty {
            let count = SocketPlatform.send(socket, UnsafeRawBufferPointer(rebasing: rest))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SocketFailure("send") }
            rest = rest.dropFirst(count)
        }
    }

    /// Writes text in UTF-8. Throws a ``SocketFailure`` if the connection is closed.
    public func write(_ text: String) throws { try write(text.utf8) }

    /// Closes this side for writing; reading still works.
    public func endWriting() {
        state.withLock { if $0.isOpen { _ = shutdown(socket, Int32(SHUT_WR)) } }
    }

    /// Closes the connection with a reset instead of an orderly close.
    public func reset() {
        closeSocket(resetting: true)
    }

    /// Reads up to and including `end`; nil if the peer closes before the first byte. Throws if there are more than `limit` bytes without it.
    func read(through end: UInt8, limit: Int) throws -> [UInt8]? {
        var bytes = read()
        if bytes.isEmpty { return nil }
        var searched = 0
        while true {
            if let place = bytes[searched...].firstIndex(of: end) {
                putBack(bytes[(place + 1)...])
                return Array(bytes[...place])
            }
            guard bytes.count <= limit else { throw MalformedRequest(status: 431) }
            searched = bytes.count
            let more = receive()
            guard !more.isEmpty else { throw MalformedRequest() }
            bytes += more
        }
    }

    func read(count: Int) throws -> [UInt8] {
        // The bytes after an empty body remain pending.
        if count == 0 { return [] }
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = read()
            guard !more.isEmpty else { throw MalformedRequest() }
            bytes += more
        }
        putBack(bytes[count...])
        return Array(bytes[..<count])
    }

    struct MalformedRequest: Error {
        /// The status of the response to the client.
        var status: HTTPStatus = 400
    }

    /// Whether an earlier call received more bytes than it returned.
    var hasPendingBytes: Bool { state.withLock { !$0.pending.isEmpty } }

    /// Whether the latest request wants the connection to be closed after its response. An HTTP/1.0 request does, unless it says otherwise.
    var isLastRequest: Bool {
        get { state.withLock { $0.isLastRequest } }
        set { state.withLock { $0.isLastRequest = newValue } }
    }

    var awaitsClose: Bool { state.withLock { $0.isOpen && $0.closeHandler != nil } }

    enum Input { case nothing, bytes, end }

    /// The state of the socket, determined without waiting.
    func input(dropping: Bool) -> Input {
        withUnsafeTemporaryAllocation(byteCount: 16_384, alignment: 1) { buffer in
            let count = recv(socket, buffer.baseAddress, buffer.count, Int32(dropping ? MSG_DONTWAIT : MSG_DONTWAIT | MSG_PEEK))
            if count < 0, errno == EAGAIN || errno == EINTR { return .nothing }
            return count > 0 ? .bytes : .end
        }
    }

    // After a reset, another socket may have the same descriptor.
    private var isOpen: Bool { state.withLock { $0.isOpen } }

    private func receive() -> [UInt8] {
        guard isOpen else { return [] }
        return [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
            var received = recv(socket, buffer.baseAddress, buffer.count, 0)
            while received < 0, errno == EINTR { received = recv(socket, buffer.baseAddress, buffer.count, 0) }
            count = max(0, received)
        }
    }

    private func putBack(_ bytes: ArraySlice<UInt8>) {
        state.withLock { $0.pending = Array(bytes) }
    }

    /// Shuts the connection down, which wakes the thread or the poller that then closes it.
    func cutOff() {
        state.withLock { if $0.isOpen { _ = shutdown(socket, Int32(SHUT_RDWR)) } }
    }

    /// Calls the close handler, and closes the socket.
    func end() {
        state.withLock { $0.closeHandler.take() }?()
        closeSocket()
    }

    private func closeSocket(resetting: Bool = false) {
        state.withLock { state in
            guard state.isOpen else { return }
            state.isOpen = false
            if resetting {
                var now = linger(l_onoff: 1, l_linger: 0)
                setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
            }
            close(socket)
        }
    }
}
