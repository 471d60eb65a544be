import EndpointKit
import EndpointKitTesting
import Synchronization

extension HTTPRequest {
    static func get(_ server: LoopbackServer, _ path: Path = "/") -> HTTPRequest { HTTPRequest(origin: server.origin, path: path) }
}

/// A text that one thread leaves for another.
final class OneLine: Sendable {
    private let state = Mutex("")
    var text: String { state.withLock { $0 } }
    func set(_ text: String) { state.withLock { $0 = text } }
}

/// A value that one thread leaves for another.
final class OneValue<Value: Sendable>: Sendable {
    private let state = Mutex<Value?>(nil)
    var value: Value? { state.withLock { $0 } }
    func set(_ value: Value) { state.withLock { $0 = value } }
}
