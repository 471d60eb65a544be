#if os(Linux)
    internal import EndpointHTTP

    /// Keeps requests that may share a connection together, on as few connections as possible.
    ///
    /// If all connections to a server are full, the next request opens another connection, and so do the requests after it: with libcurl
    /// 7.88.1, 250 simultaneous requests open 151 connections. libcurl therefore gets only the requests for which there is room, and one
    /// more when there is none. Once that request has its connection, there is room for others.
    struct StreamQueue {
        /// The state of a transfer in the queue.
        enum Place: Equatable {
            /// It isn't counted, because its connection can't be shared.
            case none
            case waiting
            /// libcurl has the transfer, which has no connection yet.
            case starting
            case streaming(socket: Int32)
        }

        // A class, because copying a value would copy the transfers.
        private final class Server {
            /// How many requests each connection carries, and the bytes that those which have ended sent at most, since it carried none.
            var streams: [Int32: (count: Int, ended: Int64)] = [:]
            var starting = 0
            var waiting = WaitingTransfers()

            var mayStart: Bool {
                starting < max(1, streams.values.reduce(0) { $0 + max(0, EngineChoice.streams - $1.count) })
            }
            var isEmpty: Bool { streams.isEmpty && starting == 0 && waiting.count == 0 }
        }
        private var servers: [Origin: Server] = [:]
        /// Servers with waiting transfers that may have room by now.
        private var changed: Set<Origin> = []

        /// Whether the transfer may start now. Otherwise, it waits, and `takeReady` returns it later.
        mutating func admit(_ transfer: CurlTransfer) -> Bool {
            let server = server(for: transfer.request.origin)
            let starts = server.waiting.count == 0 && server.mayStart
            if starts { server.starting += 1 } else { server.waiting.append(transfer) }
            transfer.place = starts ? .starting : .waiting
            return starts
        }

        private mutating func server(for origin: Origin) -> Server {
            if let server = servers[origin] { return server }
            let server = Server()
            servers[origin] = server
            return server
        }

        /// Notes that the transfer's request is being sent over a connection.
        mutating func begin(_ transfer: CurlTransfer, on socket: Int32) {
            if transfer.place == .none { return }
            leave(transfer)
            let server = server(for: transfer.request.origin)
            let (count, ended) = server.streams[socket] ?? (0, 0)
            server.streams[socket] = (count + 1, ended)
            transfer.place = .streaming(socket: socket)
        }

        /// Notes that the transfer has ended or no longer waits. Returns whether it was waiting.
        @discardableResult mutating func leave(_ transfer: CurlTransfer) -> Bool {
            let origin = transfer.request.origin
            guard transfer.place != .none, let server = servers[origin] else { return false }
            defer {
                if server.isEmpty { servers[origin] = nil }
                if server.waiting.count > 0 { changed.insert(origin) }
            }
            let place = transfer.place
            transfer.place = .none
            switch place {
            case .waiting:
                server.waiting.noteLeaving()
                return true
            case .starting: server.starting -= 1
            case .streaming(let socket):
                let (count, ended) = server.streams[socket] ?? (1, 0)
                server.streams[socket] = count > 1 ? (count - 1, ended + transfer.surplusAtMost) : nil
            case .none: break
            }
            return false
        }

        /// By how much the bytes that the other requests of the transfer's connection have sent exceed those of their bodies that were
        /// received, at most. 0 for a transfer that has a connection to itself.
        func others(of transfer: CurlTransfer, in active: [CurlTransfer]) -> Int64 {
            guard case .streaming(let socket) = transfer.place, let server = servers[transfer.request.origin] else { return 0 }
            let others = active.lazy.filter { $0 !== transfer && $0.place == .streaming(socket: socket) }
            return others.reduce(server.streams[socket]?.ended ?? 0) { $0 + $1.surplusAtMost }
        }

        /// The transfers for which there is room now.
        mutating func takeReady() -> [CurlTransfer] {
            if changed.isEmpty { return [] }
            var ready: [CurlTransfer] = []
            for origin in changed {
                guard let server = servers[origin] else { continue }
                while server.mayStart, let transfer = server.waiting.popFirst() {
                    transfer.place = .starting
                    server.starting += 1
                    ready.append(transfer)
                }
            }
            changed.removeAll()
            return ready
        }

        /// All transfers that wait for a server, or for any server. From then on, they aren't counted.
        mutating func takeAll(for origin: Origin? = nil) -> [CurlTransfer] {
            var all: [CurlTransfer] = []
            for key in origin.map({ [$0] }) ?? Array(servers.keys) {
                while let transfer = servers[key]?.waiting.popFirst() {
                    transfer.place = .none
                    all.append(transfer)
                }
            }
            return all
        }
    }
#endif
