import EndpointKit
import Testing

@Suite struct CurlCommandTests {
    /// A request, and how to send it.
    private struct Sending {
        var request: HTTPRequest
        var context = TransferContext()

        func curlCommand(redacting redaction: Redaction? = nil) -> String { request.curlCommand(redacting: redaction, in: context) }
    }

    private func request(
        _ method: HTTPMethod = .get, _ scheme: Origin.Scheme = .https, host: String = "example.com", path: Path = "/items",
        query: Query = [:],
        headers: HTTPHeaders = ["User-Agent": "app"], body: (any HTTPBody)? = nil, configure: (inout ClientPolicies) -> Void = { _ in }
    ) throws -> Sending {
        var policies = ClientPolicies()
        configure(&policies)
        let entity = try body?.entity()
        var headers = headers
        if let type = entity?.contentType { headers["Content-Type"] = type }
        let request = HTTPRequest(
            method: method, origin: try #require(Origin(scheme: scheme, host: host)), path: path, query: query, headers: headers,
            body: entity, redaction: policies.redaction)
        return Sending(request: request, context: TransferContext(connection: policies.connection))
    }

    @Test func `curlCommand: it is short for a plain request`() throws {
        let command = try request(query: ["limit": 20]).curlCommand()
        #expect(
            command == "curl 'https://example.com/items?limit=20' -H 'User-Agent: app' --compressed --connect-timeout 10 --speed-time 30")
    }

    @Test(arguments: [
        (HTTPMethod.get, nil, ""), (.head, nil, "--head "), (.post, nil, "-X POST "), (.delete, nil, "-X DELETE "), (.post, "x", ""),
        (.put, "x", "-X PUT "), (.get, "x", "-X GET "), (.head, "x", "--head "), ("PROPFIND", nil, "-X PROPFIND "),
    ])
    func `curlCommand: it names the method if curl would use a different one`(method: HTTPMethod, body: String?, words: String) throws {
        let command = try request(method, body: body.map { Data($0.utf8) }).curlCommand()
        #expect(command.hasPrefix("curl \(words)https://example.com/items "))
    }

    @Test(arguments: ["GE THunter2", "GET\nHunter2", "Hunter2\u{E9}"])
    func `curlCommand: only the length of a method that can't be sent is shown`(method: String) throws {
        let command = try request(HTTPMethod(rawValue: method)).curlCommand()
        #expect(command.hasPrefix("curl -X '<\(method.count) characters>' "))
        #expect(!command.contains("Hunter2"))
    }

    @Test func `curlCommand: it hides secrets everywhere`() throws {
        let bodies: [any HTTPBody] = [
            .form(["grant_type": "refresh_token", "refresh_token": "hunter2", "client_secret": "hunter2"]),
            .json(["user": "me", "password": "hunter2", "deep": ["accessToken": "hunter2"]] as JSON),
            .multipart([.text("password", "hunter2"), .text("title", "it"), .body("more", .json(["token": "hunter2"] as JSON))]),
        ]
        for body in bodies {
            let request = try request(
                .post, query: ["apikey": "hunter2", "ts": "hunter2"], headers: ["Authorization": "Bearer hunter2", "Cookie": "hunter2"],
                body: body
            ) {
                $0.connection.proxy = .url(URL(filePath: "/"), user: "me", password: "hunter2")
                $0.connection.tls.clientCertificate = TLSPolicy.ClientCertificate(
                    certificate: URL(filePath: "/c"), key: URL(filePath: "/k"), password: "hunter2")
            }
            let command = request.curlCommand()
            #expect(!command.contains("hunter2"))
            #expect(
                command.contains("--data-raw 'grant_type=refresh_token&refresh_token=<7 characters>&client_secret=<7 characters>'")
                    || command.contains("--data-raw '<application/json, ") || command.contains("--data-raw '<multipart/form-data, "))
            let open = request.curlCommand(redacting: .nothing)
            #expect(!open.contains("characters>"))
            for text in ["apikey=hunter2", "Bearer hunter2", "me:hunter2", "--pass hunter2"] { #expect(open.contains(text)) }
        }
    }

    @Test func `curlCommand: it hides a proxy's user and password`() throws {
        let proxy = try exampleURL("http://me:hunter2@proxy.example.com:3128")
        let request = try request { $0.connection.proxy = .url(proxy) }
        #expect(request.curlCommand().contains("--proxy 'http://<redacted>@proxy.example.com:3128' --noproxy ''"))
        #expect(request.curlCommand(redacting: .nothing).contains("--proxy http://me:hunter2@proxy.example.com:3128 "))
    }

    @Test func `curlCommand: it hides what the policies' redaction names`() throws {
        let request = try request(path: "/bot123:abc/send", headers: ["X-Internal": "hunter2"]) {
            $0.redaction = .standard.hiding("x-internal").hiding(path: "bot*")
        }
        let command = request.curlCommand()
        #expect(command.contains("'https://example.com/bot<redacted>/send'"))
        #expect(command.contains("'X-Internal: <7 characters>'"))
    }

    @Test func `curlCommand: it includes the connection settings`() throws {
        let command = try request {
            $0.connection.proxy = .direct
            $0.connection.unixSocket = "/run/it's.sock"
            $0.connection.tls = TLSPolicy(
                certificateAuthorities: URL(filePath: "/etc/own ca.pem"), pinnedKeys: ["example.com": ["AAA=", "BBB="]],
                clientCertificate: TLSPolicy.ClientCertificate(certificate: URL(filePath: "/c:1.pem"), key: URL(filePath: "/k.pem")),
                minimumVersion: .tls13)
            $0.connection.connectTimeout = .milliseconds(2500)
        }.curlCommand()
        #expect(
            command.hasSuffix(
                #"--connect-timeout 2.500 --speed-time 30 --unix-socket '/run/it'\''s.sock' --noproxy '*' --tlsv1.3 --cacert '/etc/own ca.pem'"#
                    + " --pinnedpubkey 'sha256//AAA=;sha256//BBB=' --cert '/c\\:1.pem' --key /k.pem"))
    }

    @Test(arguments: [
        (HTTPVersionPolicy.http1, "--http1.1", "--http1.1"),
        (.http2, "--http2-prior-knowledge", "--http2-prior-knowledge --proxytunnel"), (.http3, "--http3-only", "--http3-only"),
    ])
    func `curlCommand: it includes the HTTP version, unless that is automatic`(
        version: HTTPVersionPolicy, tls: String, plain: String
    ) throws {
        #expect(try request { $0.connection.httpVersion = version }.curlCommand().hasSuffix("--speed-time 30 \(tls)"))
        #expect(try request(.get, .http) { $0.connection.httpVersion = version }.curlCommand().hasSuffix("--speed-time 30 \(plain)"))
        #expect(try !request().curlCommand().contains("--http"))
    }

    @Test(arguments: [
        ("127.0.0.1", "127.1"), ("127.1", "127.0.0.1"), ("2130706433", "0x7f000001"), ("[::1]", "[0:0:0:0:0:0:0:1]"), ("::1", "[::1]"),
        ("0:0::1", "[::1]"), ("[::FFFF:127.0.0.1]", "[::ffff:7f00:1]"), ("BÜCHER.example", "xn--bcher-kva.example"),
    ])
    func `curlCommand: a pin applies however its host is written`(pinned: String, host: String) throws {
        #expect(
            try request(host: host) { $0.connection.tls.pinnedKeys = [pinned: ["AAA="]] }.curlCommand().contains(
                "--pinnedpubkey 'sha256//AAA='"))
        #expect(try !request(host: host) { $0.connection.tls.pinnedKeys = ["127.2": ["AAA="]] }.curlCommand().contains("--pinnedpubkey"))
    }

    @Test func `curlCommand: this machine is never called through a proxy`() throws {
        #expect(try request(.get, .http, host: "127.0.0.1").curlCommand().contains("--noproxy '*'"))
        #expect(try !request().curlCommand().contains("--noproxy"))
    }

    @Test func `curlCommand: curl's URL globbing is turned off`() throws {
        #expect(
            try request(.get, .http, host: "[::1]", path: "/a/../b").curlCommand().contains("'http://[::1]/a/../b' --globoff --path-as-is"))
    }

    @Test(arguments: [(Duration.milliseconds(1), "0.001", "1"), (.seconds(1.5), "1.500", "2"), (.seconds(3), "3", "3")])
    func `curlCommand: timeouts are rounded up`(timeout: Duration, connect: String, silence: String) throws {
        var request = try request()
        (request.request.timeout, request.context.connection.connectTimeout) = (timeout, timeout)
        #expect(request.curlCommand().hasSuffix("--connect-timeout \(connect) --speed-time \(silence)"))
    }

    @Test func `curlCommand: an immense timeout is omitted`() throws {
        var request = try request()
        request.request.timeout = Duration(secondsComponent: .max, attosecondsComponent: 0)
        request.context.connection.connectTimeout = request.request.timeout
        #expect(request.curlCommand().hasSuffix("--compressed"))
    }

    @Test func `curlCommand: a body that isn't in memory, or is too long for a line, is read from a file`() throws {
        let file = try request(.put, body: HTTPBodyEntity(contentType: nil, content: .file(URL(filePath: "/tmp/it's"))))
        #expect(file.curlCommand().contains(#"-H Content-Type: -H Expect: --data-binary '@/tmp/it'\''s'"#))
        let stream = try request(.put, body: .stream(AsyncStream<Data> { $0.finish() }))
        #expect(stream.curlCommand().contains("--data-binary @-"))
        let long = try request(.put, body: Data(repeating: 65, count: 100_000))
        #expect(long.curlCommand().contains("--data-binary @-"))
        #expect(long.curlCommand().utf8.count < 1000)
    }

    @Test func `curlCommand: a field that can't be sent is omitted`() throws {
        let command = try request(headers: ["@/etc/passwd": "x", "X-Empty": "", "User-Agent": "app", "X-Line": "a!\r\nb"]).curlCommand(
            redacting: .nothing)
        #expect(!command.contains("passwd"))
        #expect(command.contains("-H 'X-Empty;'"))
        #expect(command.contains(#"-H "$(printf 'X-Line: a\041\r\nb')""#))
    }
}
