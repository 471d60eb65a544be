/// What a transport needs beside the request: how to connect, how much to read, and what may end the transfer.
///
/// A transport around another passes it on as it is.
public struct TransferContext: Sendable {
    /// The most bytes of a buffered body, after decoding. The smaller of this and the request's own limit counts. 64 MB.
    public var bodyLimit: Int
    /// Whether somebody looks at ``TransferMetrics``: measuring takes time. False.
    public var wantsMetrics: Bool
    /// What may end the transfer beside the cancellation of its task; nil for nothing.
    public var cancellation: (any TransferCancellation)?
    // By reference, as the calls of a client share it.
    private var shared: ConnectionPolicy.Shared

    /// How the transport connects.
    public var connection: ConnectionPolicy {
        get { shared.policy }
        set { shared = ConnectionPolicy.Shared(newValue) }
    }

    public init(
        connection: ConnectionPolicy = .standard, bodyLimit: Int = 64 << 20, wantsMetrics: Bool = false,
        cancellation: (any TransferCancellation)? = nil
    ) {
        self.init(ConnectionPolicy.Shared(connection), bodyLimit: bodyLimit, wantsMetrics: wantsMetrics, cancellation: cancellation)
    }

    package init(_ shared: ConnectionPolicy.Shared, bodyLimit: Int, wantsMetrics: Bool, cancellation: (any TransferCancellation)?) {
        self.shared = shared
        self.bodyLimit = bodyLimit
        self.wantsMetrics = wantsMetrics
        self.cancellation = cancellation
    }

    /// ``ConnectionPolicy/standard``, up to 64 MB, without metrics; only its task's cancellation ends the transfer.
    public static let standard = TransferContext()

    /// The most bytes of a buffered body of the response to `request`.
    public func bodyLimit(of request: HTTPRequest) -> Int { min(bodyLimit, request.bodyLimit) }

    /// Throws ``APIError/Code/invalidRequest`` for a limit or timeout that means nothing, and ``APIError/Code/configuration`` for a TLS policy
    /// that can't be kept to.
    package func validate(for request: HTTPRequest) throws(APIError) {
        if shared.policy.connectTimeout <= .zero {
            let problem = "the connect timeout \(shared.policy.connectTimeout) is not above zero"
            throw APIError(.invalidRequest, "The request can't be sent: \(problem).", request: request)
        }
        if bodyLimit < 0 {
            throw APIError(.invalidRequest, "The request can't be sent: the body limit \(bodyLimit) is below zero.", request: request)
        }
        if request.origin.scheme == .https, let fault = shared.policy.tls.fault {
            throw APIError(.configuration, fault, request: request)
        }
    }
}

/// Ends transfers from outside of their tasks, as a call's handle does.
public protocol TransferCancellation: AnyObject, Sendable {
    /// Calls ``Interruptible/interrupt()`` when the transfer is to end. Throws where that was said before.
    func attach(_ transfer: any Interruptible) throws

    /// The transfer is over.
    func detach(_ transfer: any Interruptible)
}

/// Something on its way that can be ended at once.
public protocol Interruptible: AnyObject, Sendable {
    /// Returns at once; whoever waits for it gets its error.
    func interrupt()
}
