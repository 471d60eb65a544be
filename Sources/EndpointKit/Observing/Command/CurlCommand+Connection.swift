extension CurlCommand {
    /// What a transport on libcurl sets on its handle.
    mutating func addConnection() {
        let policies = context.connection
        if let path = policies.unixSocket { add("--unix-socket", path) }
        switch policies.proxy {
        case .environment: if request.origin.isLoopback { add("--noproxy", "*") }
        case .direct: add("--noproxy", "*")
        case .url(let url, let user, let password): addProxy(url, user: user, password: password)
        }
        if request.origin.scheme == .https { addTLS(policies.tls) }
    }

    private mutating func addProxy(_ url: URL, user: String?, password: Secret?) {
        let hides = redaction.hides("Proxy-Authorization")
        add("--proxy", redaction.redact(urlText: url.absoluteString))
        add("--noproxy", "")
        guard let user else { return }
        let name = PercentEncoding.encoded(user)
        add("--proxy-user", "\(name):\(hides ? Redaction.mark : PercentEncoding.encoded(password?.reveal() ?? ""))")
    }

    private mutating func addTLS(_ tls: TLSPolicy) {
        if tls.minimumVersion == .tls13 { add("--tlsv1.3") }
        if let file = tls.certificateAuthorities { add("--cacert", file.path) }
        if let keys = tls.keys(pinnedFor: request.origin.host) {
            add("--pinnedpubkey", keys.isEmpty ? "sha256//" : keys.map { "sha256//\($0)" }.joined(separator: ";"))
        }
        guard let client = tls.clientCertificate else { return }
        add("--cert", client.certificate.path)
        add("--key", client.key.path)
        if let password = client.password { add("--pass", redaction.hides("password") ? Redaction.mark : password.reveal()) }
    }
}
