internal import EndpointKit

/// Tells the user at a terminal that a call will be repeated after a wait of a second or more.
struct WaitNote: CallObserver {
    var followsProgress: Bool { false }
    private let console: Console

    init(_ console: Console) { self.console = console }

    func observe(_ event: CallEvent) {
        guard case .retry(let wait) = event.kind, wait >= .seconds(1), let status = console.status else { return }
        status.clear()
        console.note("The call failed; attempt \(event.attempt + 1) begins in \(Int((wait / .seconds(1)).rounded(.up))) s.")
    }
}
