import EndpointCassettes
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct RedactionTests {
    private static func request() throws -> HTTPRequest {
        HTTPRequest(
            origin: try #require(Origin(scheme: .https, host: "example.com")), path: "items",
            query: [
                "apikey": "hunter2", "Hash": "hunter2", "access_token": "hunter2", "user[password]": "hunter2", "limit": 20, "key": .flag,
            ],
            headers: [
                "Authorization": "hunter2", "cookie": "hunter2", "X-Vault-Token": "hunter2", "X-Trace": "shown", "Accept": "text/csv",
            ])
    }

    @Test func `Redaction: requests, headers, queries and their items hide secrets`() throws {
        let request = try Self.request()
        let values: [Any] = [
            request, request.headers, request.query, request.headers[0], Array(request.query)[0], [request], ["r": request.query],
            HTTPRequest?.some(request) as Any,
            Route.get("a", query: request.query, headers: request.headers), Array(request.headers), Array(request.query),
            HTTPResponse(headers: request.headers, url: request.url),
        ]
        for value in values {
            for text in everyText(of: value) { #expect(!text.contains("hunter2"), "in a \(type(of: value))") }
        }
        #expect(request.url.absoluteString.contains("hunter2"))
    }

    @Test func `Redaction: harmless values are shown`() throws {
        let request = try Self.request()
        #expect(
            "\(request)" == "GET https://example.com/items?apikey=<7 characters>&Hash=<7 characters>&access_token=<7 characters>"
                + "&user%5Bpassword%5D=<7 characters>&limit=20&key")
        #expect(
            "\(request.headers)" == """
                Authorization: <7 characters>
                cookie: <7 characters>
                X-Vault-Token: <7 characters>
                X-Trace: <5 characters>
                Accept: text/csv
                """)
        var dumped = ""
        dump(request, to: &dumped)
        #expect(dumped.contains("Accept: text/csv"))
    }

    @Test(arguments: [
        "api%6Bey=hunter2", "APIKEY=hunter2", "a=1&%61pikey=hunter2&b", "client-secret=hunter2", "x.token=hunter2", "sig=hunter2",
    ])
    func `Redaction: a name is recognized in any spelling`(query: String) {
        #expect(!"\(Query(encoded: query))".contains("hunter2"))
    }

    @Test(arguments: [
        // Fields that are URLs.
        ("Location", "https://example.com/?token=hunter2&a=1#token=hunter2", "https://example.com/?token=<7 characters>&a=1"),
        ("Location", "/cb?next=/a?b=1&page=2", "/cb?next=<6 characters>&page=2"),
        ("Location", "hunter2:x@y", "<7 characters>:<3 characters>"),
        (
            "Content-Location", "/v1/hunter-2/1011334/3f2504e0-4f89-11d3-9a0c-0305e82c3301",
            "/v1/<8 characters>/1011334/3f2504e0-4f89-11d3-9a0c-0305e82c3301"
        ),
        ("referer", "https://hunter2@example.com/a", "https://<redacted>@example.com/a"),
        (
            "Link", #"</?key=hunter2>; rel="next", <b?apikey=hunter2&p=2>; title=hunter2"#,
            #"</?key=<7 characters>>; rel="next", <b?apikey=<7 characters>&p=2>; title=<7 characters>"#
        ),
        ("Link", "<a?key=1, broken", "<<15 characters>"), ("Origin", "https://me:hunter2@h", "https://<redacted>@h"),
        ("Refresh", "0; url=https://a/?token=hunter2", "0; url=https://a/?token=<7 characters>"),
        ("Refresh", "5;url=/hunter-2", "5;url=/<8 characters>"),
        // Cookies.
        ("Cookie", "theme=dark; sid=hunter2; s=hunter2; hunter2", "theme=dark; sid=<7 characters>; s=<7 characters>; <7 characters>"),
        (
            "Set-Cookie",
            "theme=dark; Path=/a/hunter-2; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Max-Age=3600; Domain=example.com; HttpOnly; Secure",
            "theme=dark; Path=/a/<8 characters>; Expires=Wed, 21 Oct 2026 07:28:00 GMT; Max-Age=3600; Domain=example.com; HttpOnly; Secure"
        ),
        ("Set-Cookie", "s=hunter2; Expires=hunter2", "s=<7 characters>; Expires=<7 characters>"),
        // Challenges, which may have a token in place of parameters.
        ("WWW-Authenticate", #"Bearer realm="a b", error="invalid_token""#, #"Bearer realm="a b", error="invalid_token""#),
        ("WWW-Authenticate", "Basic charset=UTF-8", "Basic charset=<5 characters>"),
        ("WWW-Authenticate", "Negotiate YII7hunter2==", "Negotiate <13 characters>"),
        ("Proxy-Authenticate", #"Digest nonce="hunter2", qop="auth""#, #"Digest nonce=<7 characters>, qop="auth""#),
        // Standard fields that carry no secret, and all others.
        ("Cache-Control", "max-age=1", "max-age=1"), ("ETag", #""a1b2""#, #""a1b2""#), ("content-TYPE", "text/csv", "text/csv"),
        ("X-Location", "?token=1", "<8 characters>"), ("X-Bearer", "Bearer hunter2", "<14 characters>"),
        ("X-Plan", "Basic plan", "<10 characters>"), ("X-Original-URL", "/a?token=hunter2", "<16 characters>"),
        ("X", "1", "<1 character>"), ("X-Empty", "", ""),
    ])
    func `Redaction: a field shows what is known to be harmless, and the length of anything else`(
        name: String, value: String, shown: String
    ) {
        let headers: HTTPHeaders = [name: value]
        #expect("\(headers)" == "\(name): \(shown)")
        #expect("\(headers[0])" == "\(name): \(shown)")
    }

    @Test(arguments: [
        "privatekey", "private_key", "secretkey", "SecretKey", "accessKeyId", "access_key_id", "AWSAccessKeyId", "x-access-key-id", "sid",
        "sessionSid", "pass", "db_pass", "credentials", "code_verifier", "codeVerifier", "csrf-token", "api-token", "apitoken", "pin",
        "passwords", "userPasswords", "tokens", "secrets", "client_secrets", "apiKeys", "api-keys", "refresh_tokens", "credentials", "csrf",
        "password1", "new_password1", "password_confirmation", "passwordConfirmation", "device_code", "auth_code", "authorization_code",
        "SAMLResponse", "PHPSESSID", "connectionString", "private_key_pem", "x-apikey-v2", "X-Signature-Ed25519", "DPoP", "Authentication",
        "hmac", "totp", "mfa_code", "pw", "oauth_verifier", "verification_code", "one_time_code", "2fa_code", "recoveryCode", "totpCode",
        "mfa", "security_code", "pincode", "pin_code", "userpassword", "mypassword", "usertoken", "logintoken", "pushtoken", "bottoken",
        "licensekey", "secretAnswer", "token_value", "id_token_hint",
    ])
    func `Redaction: values under the usual names of secrets are hidden in a query, a field and JSON`(name: String) {
        #expect(!"\(Query(encoded: "\(name)=swordfish"))".contains("swordfish"))
        #expect(!"\([name: "swordfish"] as HTTPHeaders)".contains("swordfish"))
        let json = Array(#"{"\#(name)":"hunter2"}"#.utf8)
        #expect(
            !String(decoding: Redaction.standard.scrub(body: json, contentType: "application/json"), as: UTF8.self).contains("hunter2"))
    }

    @Test func `Redaction: a name with a hundred thousand marks doesn't take quadratic time`() {
        // This took a minute when the time was quadratic.
        let name = "token" + String(repeating: "\u{301}", count: 100_000)
        #expect(Redaction.standard.redact(value: "shown", ofItem: name) == "shown")
        #expect(!"\([String(repeating: "x", count: 100_000) + "-token": "hunter2"] as HTTPHeaders)".contains("hunter2"))
    }

    @Test func `TransportFailure: its detail is shown without the secrets in URLs`() {
        let failure = TransportFailure(.connect, detail: "no way to https://me:hunter2@h/?token=hunter2")
        for text in everyText(of: failure) { #expect(!text.contains("hunter2"), "\(text)") }
        #expect("\(failure)" == "no way to https://<redacted>@h/?token=<7 characters>")
    }

    @Test func `HTTPMethod: a method that can't be sent isn't shown in an error`() async throws {
        let error = try #require(
            await failure { try await APIClient.example(StubTransport()).call(Route("G hunter2", "a")).value })
        for text in everyText(of: error) { #expect(!text.contains("hunter2"), "\(text)") }
    }

    @Test func `Redaction: OAuth's code is hidden in queries`() {
        #expect("\(Query(encoded: "code=swordfish&state=1"))" == "code=<9 characters>&state=1")
        #expect("\(Query(encoded: "zipcode=8000&country_code=ch"))" == "zipcode=8000&country_code=ch")
        #expect(Redaction.standard.showing("code").redact(Query(encoded: "code=1")) == "code=1")
        #expect(Redaction.standard.redact(text: "see https://a.b/cb?code=hunter2") == "see https://a.b/cb?code=<7 characters>")
    }

    @Test(arguments: [
        ("https://a.b/@me", "https://a.b/<3 characters>"), ("https://[::1]:80/me", "https://[::1]:80/me"),
        ("https://hunter2@a.b/@me", "https://<redacted>@a.b/<3 characters>"), ("https://me:hunter2@a.b/x", "https://<redacted>@a.b/x"),
        ("https://me:hunt/er2@a.b/x", "https://<7 characters>/<4 characters>@<5 characters>"), ("//hunter2@a.b/", "//<redacted>@a.b/"),
        ("hunter2:x@y", "<7 characters>:<3 characters>"), ("https://a b/hunter-2", "https://<3 characters>/<8 characters>"),
        ("https://a.b/v2.1/oauth2/token?x#hunter2", "https://a.b/v2.1/oauth2/token?x"),
        ("https://a.b/portrait_xlarge.jpg", "https://a.b/portrait_xlarge.jpg"),
        ("http://[hunter2", "http://<8 characters>"), ("https://user:1234?hunter2@h/x", "https://<21 characters>"),
    ])
    func `Redaction: a URL shows its host, and the harmless values in its other parts`(url: String, shown: String) {
        #expect(Redaction.standard.redact(urlText: url) == shown)
        // In text, a bracket ends a word, and therefore a URL.
        if url.contains("//"), !url.contains("[hunter2") { #expect(!Redaction.standard.redact(text: "see \(url).").contains("hunter2")) }
    }

    @Test(
        arguments: [
            (#"Error Domain=NSURLErrorDomain Code=-1004 "(null)""#, nil), ("Basic authentication failed", nil),
            ("a Bearer token is needed", nil), ("token= is empty", nil), (#"password="hunter2 x" a=1"#, #"password="<9 characters>" a=1"#),
            ("Authorization=Bearer hunter2", "Authorization=<6 characters> <7 characters>"),
            ("token: hunter2, then", "token: <7 characters>, then"),
            ("see (https://a.b/hunter-2?token=x)!", "see (https://a.b/<8 characters>?token=<1 character>)!"),
            ("me:hunter2@a.b failed", "<redacted>@a.b failed"), ("a=1&sig=hunter2", "a=1&sig=<7 characters>"),
            ("q=https://a.b/?x=hunter2", "q=https://a.b/?x=<7 characters>"),
        ] as [(String, String?)])
    func `Redaction: a sentence is shown, except for URLs, values and credentials in it`(text: String, shown: String?) {
        #expect(Redaction.standard.redact(text: text) == shown ?? text)
    }

    @Test(arguments: [
        ("Spider", true), ("-onsaleDate", true), ("Iron Man", true), ("true", true), ("2011-05-01", true), ("2011-05-01T10:00:00Z", true),
        ("1234567890", true), ("-12.5", true), ("", true), ("Zoë,名前", true), ("12345678901", false), ("abc123", false), ("a.b", false),
        (String(repeating: "a", count: 41), false), ("{}", false), ("/a", false), ("3f2504e0-4f89-11d3-9a0c-0305e82c3301", false),
        ("a=b", false),
    ])
    func `Redaction: a value is shown if its form is harmless`(value: String, isShown: Bool) {
        let length = value.unicodeScalars.count == 1 ? "<1 character>" : "<\(value.unicodeScalars.count) characters>"
        #expect(Redaction.standard.redact(value: value, ofItem: "q") == (isShown ? value : length))
        #expect(Redaction.standard.redact(value: value, ofItem: "token") == length)
        #expect(Redaction.standard.showing("q").redact(value: value, ofItem: "q") == value)
        #expect(Redaction.nothing.redact(value: value, ofItem: "token") == value)
    }

    @Test func `Redaction: a path shows its literals and its harmless values`() {
        let (token, id, name, uuid) = (Secret("123:abc/d"), 1_011_334, "a1b2", UUID())
        let path: Path = "/v1/x-7/bot\(token)/users/\(name)/\(id)/\(uuid)/l1/Spider"
        #expect(path.encoded.contains("bot123%3Aabc%2Fd"))
        #expect(
            Redaction.standard.redact(path)
                == "/v1/x-7/bot<9 characters>/users/<4 characters>/1011334/\(uuid.uuidString.lowercased())/l1/Spider")
        let text = "/v1/x-7"
        #expect(Redaction.standard.redact(Path(text)) == "/v1/<3 characters>")
        #expect(
            Redaction.standard.redact(("/a1b2c/" as Path).appending("//x-7/\(name)/x-7")) == "/a1b2c/x-7/<4 characters>/x-7")
        #expect(Redaction.standard.redact(Path(text + "/").appending("x-7/\(name)")) == "/v1/<3 characters>/x-7/<4 characters>")
        let deep: Path = "0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/0/a1b2c/\(name)/a1b2c"
        #expect(Redaction.standard.redact(deep).hasSuffix("/a1b2c/<4 characters>/<5 characters>"))
        #expect(Redaction.everything.redact("a/\(id)" as Path) == "<1 character>/<7 characters>")
        #expect(Redaction.nothing.redact(path) == path.encoded)
        #expect(("a/\(id)" as Path) == Path("a/1011334"))
        for text in everyText(of: [path, "\(Secret("swordfish"))" as Path]) {
            #expect(!text.contains("123") && !text.contains("swordfish"))
        }
        // A secret that is part of another one.
        #expect(Redaction.standard.redact("\(Secret("ab"))/\(Secret("xxabyy1"))" as Path) == "<2 characters>/<7 characters>")
    }

    @Test(arguments: [
        "https://a.b/?c2VjcmV0LXRva2Vu==", "https://a.b/?c2VjcmV0LXRva2Vu1=", "https://a.b/?x=c2VjcmV0LXRva2Vu1=",
        "c2VjcmV0LXRva2Vu1== is bad",
        "https://ann:1234567890123/c2VjcmV0LXRva2Vu1@h/", "https://a.b/2024-05-01T12345678901234567/c2VjcmV0LXRva2Vu1",
    ])
    func `Redaction: a Base64 value isn't taken for a name, and a long number isn't taken for a port or a date`(text: String) {
        let shown = Redaction.standard.redact(text: text)
        #expect(!shown.contains("c2Vj") && !shown.contains("12345678901"), "\(shown)")
    }

    @Test(arguments: [
        ("Cookie", "c2VjcmV0LXRva2Vu=="), ("Set-Cookie", "c2VjcmV0LXRva2Vu=; Path=/"), ("Refresh", "c2VjcmV0LXRva2Vu1=="),
        ("Refresh", "c2VjcmV0LXRva2Vu1="),
    ])
    func `Redaction: a field's Base64 value isn't taken for a name`(name: String, value: String) {
        #expect(!"\([name: value] as HTTPHeaders)".contains("c2Vj"))
    }

    @Test(arguments: [
        ("v1beta1", true), ("oauth2", true), ("k8s", true), ("i18n", true), ("base64", true), ("v2.0", true), ("api12345678", false),
        ("v1.23456", false),
        ("4111111111.1111110000", false), ("x1y2z3", false),
    ])
    func `Redaction: a URL's path shows typical literals`(segment: String, isShown: Bool) {
        #expect((Redaction.standard.redact(path: "/\(segment)/x") == "/\(segment)/x") == isShown)
    }

    @Test func `FormBody and MultipartBody: names that look like secrets aren't shown`() {
        let token = String(repeating: "x1", count: 40)
        for text in everyText(of: [FormBody(["a": "b", token: "c"])] as [Any]) + everyText(of: MultipartBody.Part.text(token, "b")) {
            #expect(!text.contains(token))
        }
    }

    @Test(arguments: [
        ("redirect=https%3A%2F%2Fa%2F%3Ftoken%3Dhunter2&a=%2F%2F", "redirect=<24 characters>&a=<2 characters>"),
        ("u=https://me:hunter2@a/b&flag&=1", "u=<22 characters>&flag&=1"),
        (#"payload={"token":"hunter2"}"#, "payload=<19 characters>"), ("hunter2", "<7 characters>"),
        (#"{"token":"hunter2"}=1"#, "<19 characters>=1"),
    ])
    func `Redaction: a query shows names, and values that are harmless`(query: String, shown: String) {
        #expect("\(Query(encoded: query))" == shown)
        for item in Query(encoded: query) { #expect(!"\(item)".contains("hunter2")) }
    }

    @Test(arguments: [
        "monkey", "max_tokens", "totalTokens", "token_count", "keys", "http2", "zip_code", "postcode", "errorCode", "Idempotency-Key",
        "idempotency_key", "idempotencyKey", "hashtag", "authors", "secretary", "title", "limits",
    ])
    func `Redaction: a name that only looks like a secret's is shown`(name: String) {
        let query: Query = [name: "shown"]
        #expect("\(query)" == "\(name)=shown")
    }

    @Test(arguments: [
        "https://example.com/?token=hunter2", "https://hunter2@example.com", "https://hunter2:hunter2@example.com?a=b@c", "hunter2:x@y",
        "file://a:hunter2@b/?key=hunter2",
    ])
    func `Redaction: a configuration shows no secret of its base URL, query, headers or authentication`(base: String) throws {
        let configuration = APIConfiguration(
            baseURL: try exampleURL(base), query: ["token": "hunter2"], headers: ["Cookie": "hunter2"], authentication: .bearer("hunter2"))
        for value in [configuration, APIClient(configuration: configuration), Route(.get, configuration.baseURL)] as [Any] {
            for text in everyText(of: value) { #expect(!text.contains("hunter2"), "in a \(type(of: value))") }
        }
    }

    @Test func `Redaction: a call's error shows no secret from its request, response or configuration`() async throws {
        let stub = StubTransport { request in HTTPResponse(status: 500, headers: ["Set-Cookie": "hunter2"], url: request.url) }
        let client = try APIClient.example(stub) {
            $0.baseURL = try exampleURL("https://example.com/v1?session=hunter2")
            $0.query = ["token": "hunter2"]
            $0.headers = ["X-Api-Key": "hunter2"]
        }
        let error = await #expect(throws: APIError.self) {
            try await client.data(.get("items", query: ["hash": "hunter2"], headers: ["Authorization": "hunter2"])).value
        }
        for text in everyText(of: try #require(error)) { #expect(!text.contains("hunter2")) }
        #expect(error?.request?.url == "https://example.com/v1/items?session=<7 characters>&token=<7 characters>&hash=<7 characters>")
        #expect(error?.errorDescription?.contains("hunter2") == false)
        #expect(stub.requests.first?.urlText.components(separatedBy: "hunter2").count == 4)
    }

    @Test(arguments: [
        ("Content-Type", "application/json; token=hunter2", "application/json; token=<7 characters>"),
        (
            "Content-Type", #"application/json; token="hunter2 hunter2"; charset=utf-8"#,
            #"application/json; token=<15 characters>; charset=utf-8"#
        ),
        ("Cache-Control", "max-age=5, password=hunter2", "max-age=5, password=<7 characters>"),
        ("Content-Type", #"a/b; Token = "hunter2"; x=1"#, #"a/b; Token =<7 characters>; x=1"#),
        ("Content-Type", "a/b; token*=utf-8''hunter2; x=1", "a/b; token*=<14 characters>; x=1"),
        ("User-Agent", "App/1 (apikey=hunter2) x", "App/1 (apikey=<7 characters>) x"),
        ("Prefer", "respond-async;access_token=hunter2", "respond-async;access_token=<7 characters>"),
        ("Content-Type", #"multipart/form-data; boundary="a=b""#, #"multipart/form-data; boundary="a=b""#),
        ("ETag", #"W/"abc==""#, #"W/"abc==""#), ("Keep-Alive", "timeout=5, max=100", "timeout=5, max=100"),
    ])
    func `Redaction: a standard field's parameter with a secret's name is hidden`(name: String, value: String, shown: String) {
        #expect(Redaction.standard.redact(HTTPHeaders.Field(name: name, value: value)) == "\(name): \(shown)")
    }
}
