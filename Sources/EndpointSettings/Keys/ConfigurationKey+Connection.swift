extension ConfigurationKey {
    static let authenticationPrefix = "authentication."
    static let authenticationType = ConfigurationKey.part(
        "authentication.type", .choice(AuthenticationKind.allCases.map(\.rawValue)),
        "The kind of authentication, which determines the other keys next to it."
    ).deciding(whoGets: "authentication.")

    static let authentication: [ConfigurationKey] = [
        authenticationType,
        .part("authentication.publicKey", .open, "For hashedQuery: the key that is sent as apikey."),
        .part("authentication.privateKey", .secret, "For hashedQuery: the key that is part of the hash and is never sent."),
        .part("authentication.query", .members(of: .secret, named: .queryItem), "For query: items at the end of each request's query."),
        .part("authentication.headers", .members(of: .secret, named: .field), "For headers: header fields of each request."),
        .part("authentication.token", .secret, "For bearer: the token."),
        .part("authentication.user", .open, "For basic and digest: the user name."),
        .part("authentication.password", .secret, "For basic and digest: the password."),
    ].map { $0.forServer() }

    static let proxyURL = ConfigurationKey.other(
        "proxy.url", .proxy,
        "\"environment\" reads http_proxy, https_proxy, all_proxy and no_proxy; \"none\" connects directly; any other value is an http, "
            + "https, socks5 or socks5h URL. It may replace the proxy object.",
        get: { configuration in
            switch configuration.policies.connection.proxy {
            case .environment: "environment"
            case .direct: "none"
            case .url(let url, _, _): JSON(Redaction.standard.redact(urlText: url.absoluteString))
            }
        },
        set: { configuration, value, _ in
            switch value.text {
            case "environment": configuration.policies.connection.proxy = .environment
            case "none": configuration.policies.connection.proxy = .direct
            case let text: if let url = text.flatMap({ URL(string: $0) }) { configuration.policies.connection.proxy = .url(url) }
            }
        }
    ).replacing(object: "proxy").deciding(whoGets: "proxy.user", "proxy.password")

    static let connection: [ConfigurationKey] = [
        .duration(
            "connectTimeout", \.policies.connection.connectTimeout,
            "The longest time to establish a connection, including name resolution and TLS."),
        .bool(
            "reusesConnectionsForUnsafeRequests", \.policies.connection.reusesConnectionsForUnsafeRequests,
            "Whether requests that aren't idempotent may always use an existing connection. If it is lost, such a request fails."),
        .choice(
            "httpVersion", HTTPVersionPolicy.allCases, \.policies.connection.httpVersion,
            "The version of HTTP. \"automatic\" is HTTP/2 if the server chooses it over TLS, otherwise HTTP/1.1; the others are strict. "
                + "\"http2\" needs no TLS; \"http3\" needs https, and an engine that supports it."),
        .choice(
            "tls.minimumVersion", [.tls12, .tls13] as [TLSPolicy.Version], \.policies.connection.tls.minimumVersion,
            "The minimum version of TLS."),
        .other(
            "tls.certificateAuthorities", .file, "A PEM file of certificate authorities that replace the system's.",
            get: { $0.policies.connection.tls.certificateAuthorities.map { JSON($0.path) } },
            set: { configuration, value, _ in
                configuration.policies.connection.tls.certificateAuthorities = value.text.map { URL(filePath: $0) }
            }),
        .other(
            "tls.pinnedKeys", .members(of: .list(of: .keyHash), named: .host),
            "SHA-256 hashes of public keys in Base64, by host. The host must present one of its keys.",
            get: { configuration in
                .object(
                    configuration.policies.connection.tls.pinnedKeys.sorted { $0.key < $1.key }.reduce(into: JSON.Object()) {
                        $0[$1.key] = .array($1.value.map { JSON($0) })
                    })
            },
            set: { configuration, value, host in
                configuration.policies.connection.tls.pinnedKeys[host.lowercased()] = (value.list ?? []).compactMap(\.text)
            }),
        .other(
            "tls.clientCertificate.certificate", .file, "A PEM file with the certificate of this client for the base URL's origin.",
            get: { $0.policies.connection.tls.clientCertificate.map { JSON($0.certificate.path) } },
            set: { configuration, value, _ in
                let url = URL(filePath: value.text ?? "")
                // The certificate's key is set afterwards. A certificate without a key is rejected.
                configuration.policies.connection.tls.clientCertificate = TLSPolicy.ClientCertificate(certificate: url, key: url)
            }
        ).deciding(whoGets: "tls.clientCertificate.key", "tls.clientCertificate.password").forServer(),
        .other(
            "tls.clientCertificate.key", .file, "A PEM file with the key of the certificate.",
            get: { $0.policies.connection.tls.clientCertificate.map { JSON($0.key.path) } },
            set: { configuration, value, _ in configuration.policies.connection.tls.clientCertificate?.key = URL(filePath: value.text ?? "")
            }
        ).deciding(whoGets: "tls.clientCertificate.password"),
        .other(
            "tls.clientCertificate.password", .secret, "The password of the key, if it has one.",
            get: { $0.policies.connection.tls.clientCertificate?.password.map { JSON($0.reveal()) } },
            set: { configuration, value, _ in configuration.policies.connection.tls.clientCertificate?.password = value.secret }),
        proxyURL,
        .other(
            "proxy.user", .open, "The user name for the proxy.",
            get: { if case .url(_, let user?, _) = $0.policies.connection.proxy { JSON(user) } else { nil } },
            set: { configuration, value, _ in
                guard case .url(let url, _, let password) = configuration.policies.connection.proxy else { return }
                configuration.policies.connection.proxy = .url(url, user: value.text, password: password)
            }),
        .other(
            "proxy.password", .secret, "The password for the proxy.",
            get: { if case .url(_, _, let password?) = $0.policies.connection.proxy { JSON(password.reveal()) } else { nil } },
            set: { configuration, value, _ in
                guard case .url(let url, let user, _) = configuration.policies.connection.proxy else { return }
                configuration.policies.connection.proxy = .url(url, user: user, password: value.secret)
            }),
        .other(
            "unixSocket", .file, "The path of a Unix domain socket that replaces the network for the base URL's origin.",
            get: { $0.policies.connection.unixSocket.map { JSON($0) } },
            set: { configuration, value, _ in configuration.policies.connection.unixSocket = value.text }),
    ]
}

/// The kinds of authentication that a file can name, and the keys that each kind requires.
package enum AuthenticationKind: String, CaseIterable {
    case hashedQuery, query, headers, bearer, basic, digest

    /// The last components of the keys.
    package var parts: [String] {
        switch self {
        case .hashedQuery: ["publicKey", "privateKey"]
        case .query: ["query"]
        case .headers: ["headers"]
        case .bearer: ["token"]
        case .basic, .digest: ["user", "password"]
        }
    }
}
