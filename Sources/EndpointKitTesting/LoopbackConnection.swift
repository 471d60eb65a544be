#if canImport(Glibc)
    internal import Glibc
#else
    internal import Darwin
#endif
internal import EndpointKit
internal import Synchronization

/// One connection of a ``LoopbackServer``. Its calls block; one thread reads and writes.
public final class LoopbackConnection: Sendable {
    private struct State {
        var isOpen = true
        // Read, and not asked for yet.
        var pending: [UInt8] = []
    }
    private let state: Mutex<State>
    private let socket: Int32
    let origin: Origin

    init(socket: Int32, origin: Origin) {
        self.socket = socket
        self.origin = origin
        state = Mutex(State())
        var on: Int32 = 1
        setsockopt(socket, Int32(IPPROTO_TCP), TCP_NODELAY, &on, socklen_t(MemoryLayout<Int32>.size))
    }

    /// The next bytes that come; empty when the peer has closed its side, or reset the connection.
    public func read() -> [UInt8] {
        let pending = state.withLock { state in
            defer { state.pending = [] }
            return state.pending
        }
        return pending.isEmpty ? receive() : pending
    }

    /// Waits until the peer is gone, dropping what it still sends.
    public func waitForClose() {
        while !read().isEmpty {}
    }

    /// Throws when the peer is gone.
    public func write(_ bytes: some Sequence<UInt8>) throws {
        let bytes = Array(bytes)
        try bytes.withUnsafeBytes { buffer in
            var rest = buffer[...]
            while !rest.isEmpty {
                let count = SocketPlatform.send(socket, UnsafeRawBufferPointer(rebasing: rest))
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw SocketFailure("send") }
                rest = rest.dropFirst(count)
            }
        }
    }

    public func write(_ text: String) throws { try write(text.utf8) }

    /// Tells the peer that no more will come, and still reads.
    public func endWriting() {
        state.withLock { if $0.isOpen { _ = shutdown(socket, Int32(SHUT_WR)) } }
    }

    /// Closes with a reset instead of an orderly end.
    public func reset() {
        var now = linger(l_onoff: 1, l_linger: 0)
        setsockopt(socket, SOL_SOCKET, SO_LINGER, &now, socklen_t(MemoryLayout<linger>.size))
        end()
    }

    /// Reads up to and including the end of a head or a line; nil when the peer closes before the first byte.
    func read(through end: String, limit: Int = 1 << 20) throws -> String? {
        var bytes = read()
        if bytes.isEmpty { return nil }
        while true {
            if let range = bytes.firstRange(of: end.utf8) {
                putBack(bytes[range.upperBound...])
                return String(decoding: bytes[..<range.upperBound], as: UTF8.self)
            }
            let more = receive()
            guard !more.isEmpty, bytes.count < limit else { throw MalformedRequest() }
            bytes += more
        }
    }

    func read(count: Int) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let more = read()
            guard !more.isEmpty else { throw MalformedRequest() }
            bytes += more
        }
        putBack(bytes[count...])
        return Array(bytes[..<count])
    }

    struct MalformedRequest: Error {}

    private func receive() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 16_384) { buffer, count in
            var received = recv(socket, buffer.baseAddress, buffer.count, 0)
            while received < 0, errno == EINTR { received = recv(socket, buffer.baseAddress, buffer.count, 0) }
            count = max(0, received)
        }
    }

    private func putBack(_ bytes: ArraySlice<UInt8>) {
        state.withLock { $0.pending = Array(bytes) }
    }

    /// Wakes whoever waits on the connection; its own thread closes it.
    func cutOff() {
        state.withLock { if $0.isOpen { _ = shutdown(socket, Int32(SHUT_RDWR)) } }
    }

    func end() {
        state.withLock { state in
            if state.isOpen { close(socket) }
            state.isOpen = false
        }
    }
}
