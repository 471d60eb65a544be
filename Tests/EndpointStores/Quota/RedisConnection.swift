import EndpointKit
import Foundation
import TestSupport

/// The part of Redis's protocol (RESP) that a quota needs: commands, and replies of integers.
final class RedisConnection: Sendable {
    struct Failure: Error, CustomStringConvertible { let description: String }

    private let descriptor: Int32
    /// One command at a time, outside the cooperative pool.
    private let queue = DispatchQueue(label: "redis")

    init(socket path: String) throws {
        #if os(Linux)
            let type = Int32(SOCK_STREAM.rawValue)
        #else
            let type = SOCK_STREAM
        #endif
        descriptor = socket(AF_UNIX, type, 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8).prefix($0.count - 1)) }
        let size = socklen_t(MemoryLayout<sockaddr_un>.size)
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(descriptor, $0, size) }
        }
        if result != 0 { throw Failure(description: "no connection to \(path)") }
    }

    deinit { close(descriptor) }

    /// Throws for a server error, and for any reply other than an array of integers.
    func integers(replying command: [String]) async throws -> [Int] {
        try await withCheckedThrowingContinuation { continuation in
            queue.async { continuation.resume(with: Result { try self.exchange(command) }) }
        }
    }

    private func exchange(_ command: [String]) throws -> [Int] {
        let text = "*\(command.count)\r\n" + command.map { "$\($0.utf8.count)\r\n\($0)\r\n" }.joined()
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count <= 0 { throw Failure(description: "the connection ended") }
            bytes = bytes.dropFirst(count)
        }
        let head = try line()
        guard head.first == "*", let count = Int(head.dropFirst()) else { throw Failure(description: head) }
        return try (0..<max(0, count)).map { _ in
            let element = try line()
            guard element.first == ":", let number = Int(element.dropFirst()) else { throw Failure(description: element) }
            return number
        }
    }

    private func line() throws -> String {
        var line: [UInt8] = []
        while true {
            var byte: UInt8 = 0
            if read(descriptor, &byte, 1) != 1 { throw Failure(description: "the connection ended") }
            if byte == UInt8(ascii: "\n") { return String(decoding: line, as: UTF8.self) }
            if byte != UInt8(ascii: "\r") { line.append(byte) }
        }
    }
}
