extension HTTPRequest {
    /// Whether a server may see it twice: it is idempotent, or has an `Idempotency-Key`, which the caller or an adapter has added.
    var maySendTwice: Bool { isIdempotent || headers.contains("Idempotency-Key") }
}
