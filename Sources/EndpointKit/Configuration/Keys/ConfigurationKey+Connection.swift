extension ConfigurationKey {
    static let authenticationPrefix = "authentication."
    static let authenticationType = ConfigurationKey.part(
        "authentication.type", .choice(AuthenticationKind.allCases.map(\.rawValue)),
        "How a request shows who sends it. The keys beside it are those that this kind needs.")

    static let authentication: [ConfigurationKey] = [
        authenticationType,
        .part("authentication.publicKey", .open, "Of hashedQuery: the key that is sent, as apikey."),
        .part("authentication.privateKey", .secret, "Of hashedQuery: the key that goes into the hash, and is never sent."),
        .part("authentication.query", .members(of: .secret, named: .queryItem), "Of query: the items at the end of each request's query."),
        .part("authentication.headers", .members(of: .secret, named: .field), "Of headers: the fields of each request."),
        .part("authentication.token", .secret, "Of bearer."),
        .part("authentication.user", .open, "Of basic."),
        .part("authentication.password", .secret, "Of basic."),
    ]

    static let proxyURL = ConfigurationKey.other(
        "proxy.url", .proxy,
        "\"environment\" is as http_proxy, https_proxy, all_proxy and no_proxy say; \"none\" is straight to the server; or an http, https, "
            + "socks5 or socks5h URL. May stand in place of the object.",
        get: { configuration in
            switch configuration.policies.proxy {
            case .environment: "environment"
            case .direct: "none"
            case .url(let url, _, _): JSON(Redaction.standard.redact(urlText: url.absoluteString))
            }
        },
        set: { configuration, value, _ in
            switch value.text {
            case "environment": configuration.policies.proxy = .environment
            case "none": configuration.policies.proxy = .direct
            case let text: if let url = text.flatMap({ URL(string: $0) }) { configuration.policies.proxy = .url(url) }
            }
        })

    static let connection: [ConfigurationKey] = [
        .duration(
            "connectTimeout", \.policies.connectTimeout, "The longest a connection may take to be made, name resolution and TLS included."),
        .bool(
            "reusesConnectionsForUnsafeRequests", \.policies.reusesConnectionsForUnsafeRequests,
            "Whether a request that isn't idempotent may be sent again by the engine when a used connection is lost: a server may see it twice."
        ),
        .choice(
            "tls.minimumVersion", [.tls12, .tls13] as [TLSPolicy.Version], \.policies.tls.minimumVersion, "The lowest version of TLS."),
        .other(
            "tls.certificateAuthorities", .file, "A PEM file of certificate authorities, in place of the system's.",
            get: { $0.policies.tls.certificateAuthorities.map { JSON($0.path) } },
            set: { configuration, value, _ in configuration.policies.tls.certificateAuthorities = value.text.map { URL(filePath: $0) } }),
        .other(
            "tls.pinnedKeys", .members(of: .list(of: .keyHash), named: .host),
            "By host: SHA-256 hashes of public keys, in Base64, of which that host must show one.",
            get: { configuration in
                .object(
                    configuration.policies.tls.pinnedKeys.sorted { $0.key < $1.key }.reduce(into: JSON.Object()) {
                        $0[$1.key] = .array($1.value.map { JSON($0) })
                    })
            },
            set: { configuration, value, host in
                configuration.policies.tls.pinnedKeys[host.lowercased()] = (value.list ?? []).compactMap(\.text)
            }),
        .other(
            "tls.clientCertificate.certificate", .file, "A PEM file with the certificate that this client shows to the base URL's origin.",
            get: { $0.policies.tls.clientCertificate.map { JSON($0.certificate.path) } },
            set: { configuration, value, _ in
                let url = URL(filePath: value.text ?? "")
                // Its key is set next; a certificate alone is refused.
                configuration.policies.tls.clientCertificate = TLSPolicy.ClientCertificate(certificate: url, key: url)
            }),
        .other(
            "tls.clientCertificate.key", .file, "A PEM file with its key.",
            get: { $0.policies.tls.clientCertificate.map { JSON($0.key.path) } },
            set: { configuration, value, _ in configuration.policies.tls.clientCertificate?.key = URL(filePath: value.text ?? "") }),
        .other(
            "tls.clientCertificate.password", .secret, "Of its key, where that has one.",
            get: { $0.policies.tls.clientCertificate?.password.map { JSON($0.reveal()) } },
            set: { configuration, value, _ in configuration.policies.tls.clientCertificate?.password = value.secret }),
        proxyURL,
        .other(
            "proxy.user", .open, "Who this client is to the proxy.",
            get: { if case .url(_, let user?, _) = $0.policies.proxy { JSON(user) } else { nil } },
            set: { configuration, value, _ in
                guard case .url(let url, _, let password) = configuration.policies.proxy else { return }
                configuration.policies.proxy = .url(url, user: value.text, password: password)
            }),
        .other(
            "proxy.password", .secret, "The user's password.",
            get: { if case .url(_, _, let password?) = $0.policies.proxy { JSON(password.reveal()) } else { nil } },
            set: { configuration, value, _ in
                guard case .url(let url, let user, _) = configuration.policies.proxy else { return }
                configuration.policies.proxy = .url(url, user: user, password: value.secret)
            }),
        .other(
            "unixSocket", .file, "The path of a Unix domain socket that stands for the base URL's origin.",
            get: { $0.policies.unixSocket.map { JSON($0) } },
            set: { configuration, value, _ in configuration.policies.unixSocket = value.text }),
    ]
}

/// The kinds of authentication that a file can name, and what each needs.
enum AuthenticationKind: String, CaseIterable {
    case hashedQuery, query, headers, bearer, basic

    /// Last components of keys.
    var parts: [String] {
        switch self {
        case .hashedQuery: ["publicKey", "privateKey"]
        case .query: ["query"]
        case .headers: ["headers"]
        case .bearer: ["token"]
        case .basic: ["user", "password"]
        }
    }
}
