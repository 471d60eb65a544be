import EndpointKit
package import EndpointKitTesting

/// An HTTP/2 frame (RFC 9113, section 4.1), with only the features that a server with fixed responses needs.
package struct HTTP2Frame: Sendable {
    package enum Kind: UInt8, Sendable {
        case data, headers, priority, reset, settings, push, ping, goAway, windowUpdate, continuation
    }
    package static let endsStream: UInt8 = 1
    package static let acknowledges: UInt8 = 1
    package static let endsHeaders: UInt8 = 4

    package var kind: Kind
    package var flags: UInt8 = 0
    package var stream: UInt32 = 0
    package var payload: [UInt8] = []

    package init(kind: Kind, flags: UInt8 = 0, stream: UInt32 = 0, payload: [UInt8] = []) {
        self.kind = kind
        self.flags = flags
        self.stream = stream
        self.payload = payload
    }

    package var bytes: [UInt8] {
        let size = payload.count
        let head = [UInt8(size >> 16 & 0xFF), UInt8(size >> 8 & 0xFF), UInt8(size & 0xFF), kind.rawValue, flags]
        return head + (0..<4).reversed().map { UInt8(stream >> ($0 * 8) & 0xFF) } + payload
    }

    /// The head of a response, which other frames may continue.
    static func headers(_ fields: [UInt8], stream: UInt32, ends: Bool, isWhole: Bool) -> [UInt8] {
        let flags = (ends ? endsStream : 0) | (isWhole ? endsHeaders : 0)
        return HTTP2Frame(kind: .headers, flags: flags, stream: stream, payload: fields).bytes
    }

    /// Reads frames as they arrive.
    package struct Input {
        private let connection: LoopbackConnection
        private var bytes: [UInt8] = []

        package init(_ connection: LoopbackConnection) { self.connection = connection }

        /// Returns nil if the peer has closed the connection.
        package mutating func take(_ count: Int) -> [UInt8]? {
            while bytes.count < count {
                let more = connection.read()
                if more.isEmpty { return nil }
                bytes += more
            }
            defer { bytes.removeFirst(count) }
            return Array(bytes.prefix(count))
        }

        mutating func takePreface() throws -> Bool {
            let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)
            return take(preface.count) == preface
        }

        /// Returns nil at the end of the connection.
        package mutating func next() throws -> HTTP2Frame? {
            while let head = take(9), let payload = take(Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])) {
                guard let kind = Kind(rawValue: head[3]) else { continue }
                let stream = head[5...8].reduce(0) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
                return HTTP2Frame(kind: kind, flags: head[4], stream: stream, payload: payload)
            }
            return nil
        }
    }
}
