extension HTTPRequest {
    /// A line for a POSIX shell that sends this request with `curl`: to be pasted, and to have the same effect.
    ///
    /// Secrets are hidden as `redaction` says, by default the request's own; with `.nothing` they are there, and the line is one. A body that
    /// is a stream, or longer than 64 KB, isn't in it: the command then reads its standard input. Redirects aren't followed.
    ///
    /// - Parameter context: how the transport connects; a client's policies say it in ``ClientPolicies/connection``.
    public func curlCommand(redacting redaction: Redaction? = nil, in context: TransferContext = .standard) -> String {
        CurlCommand(self, in: context, hiding: redaction ?? self.redaction).text
    }
}
