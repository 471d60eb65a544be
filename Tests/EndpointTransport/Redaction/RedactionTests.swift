import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct RedactionTests {
    private static func request() throws -> HTTPRequest {
        HTTPRequest(
            origin: try #require(Origin(scheme: .https, host: "example.com")), path: "items",
            query: [
                "apikey": "hunter2", "Hash": "hunter2", "access_token": "hunter2", "user[password]": "hunter2", "limit": 20, "key": .flag,
            ],
            headers: ["Authorization": "hunter2", "cookie": "hunter2", "X-Vault-Token": "hunter2", "X-Trace": "shown"])
    }

    @Test func `requests, headers, queries and their items hide what is secret`() throws {
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

    @Test func `what isn't secret still shows`() throws {
        let request = try Self.request()
        #expect(
            "\(request)" == "GET https://example.com/items?apikey=<redacted>&Hash=<redacted>&access_token=<redacted>"
                + "&user%5Bpassword%5D=<redacted>&limit=20&key")
        #expect("\(request.headers)" == "Authorization: <redacted>\ncookie: <redacted>\nX-Vault-Token: <redacted>\nX-Trace: shown")
        var dumped = ""
        dump(request, to: &dumped)
        #expect(dumped.contains("X-Trace: shown"))
    }

    @Test(arguments: [
        "api%6Bey=hunter2", "APIKEY=hunter2", "a=1&%61pikey=hunter2&b", "client-secret=hunter2", "x.token=hunter2", "sig=hunter2",
    ])
    func `a name is recognised however it is written`(query: String) {
        #expect(!"\(Query(encoded: query))".contains("hunter2"))
    }

    @Test(arguments: [
        ("Location", "https://example.com/?token=hunter2&a=1#token=hunter2", "https://example.com/?token=<redacted>&a=1"),
        ("referer", "https://hunter2@example.com/a", "https://<redacted>@example.com/a"),
        ("Link", #"</?key=hunter2>; rel="next", <b?apikey=hunter2&p=2>"#, #"</?key=<redacted>>; rel="next", <b?apikey=<redacted>&p=2>"#),
        ("Link", "<a?key=1, broken", "<a?key=<redacted>"), ("X-Location", "?token=1", "?token=1"),
        ("Origin", "https://me:hunter2@h", "https://<redacted>@h"), ("X-Bearer", "Bearer hunter2", "Bearer <redacted>"),
        ("Refresh", "0; url=https://a/?token=hunter2", "0; url=https://a/?token=<redacted>"),
        ("X-Login", "basic bWU6aHVudGVyMg==", "basic <redacted>"),
        ("WWW-Authenticate", #"Bearer realm="a b", error="invalid_token""#, #"Bearer realm="a b", error="invalid_token""#),
        ("WWW-Authenticate", "Basic charset=UTF-8", "Basic charset=UTF-8"), ("X-Plan", "Basic plan", "Basic plan"),
        ("Cache-Control", "max-age=1", "max-age=1"),
    ])
    func `in a field that holds a URL the URL's secrets are hidden`(name: String, value: String, shown: String) {
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
        "hmac", "totp", "mfa_code", "pw", "oauth_verifier",
    ])
    func `the usual names of secrets are hidden in a query, a field and JSON`(name: String) {
        #expect(!"\(Query(encoded: "\(name)=hunter2"))".contains("hunter2"))
        #expect(!"\([name: "hunter2"] as HTTPHeaders)".contains("hunter2"))
        let json = Array(#"{"\#(name)":"hunter2"}"#.utf8)
        #expect(
            !String(decoding: Redaction.standard.redact(body: json, contentType: "application/json"), as: UTF8.self).contains("hunter2"))
    }

    @Test(arguments: ["password[]", "password[0]", "user[password][]", "user[tokens]", "user[accessTokens][12]", "x/password"])
    func `an index or a place doesn't change what a form's field is`(name: String) {
        let form = Array("a=1&\(name)=hunter2&b[]=2".utf8)
        let shown = Redaction.standard.redact(body: form, contentType: "application/x-www-form-urlencoded")
        #expect(String(decoding: shown, as: UTF8.self) == "a=1&\(name)=<redacted>&b[]=2")
    }

    @Test func `a name of a hundred thousand marks takes no time that grows with its square`() {
        // With the square, this took a minute.
        let name = "token" + String(repeating: "\u{301}", count: 100_000)
        #expect("\([name: "shown"] as HTTPHeaders)".hasSuffix("shown"))
        #expect(!"\([String(repeating: "x", count: 100_000) + "-token": "hunter2"] as HTTPHeaders)".contains("hunter2"))
    }

    @Test func `OAuth's code is hidden in queries and forms; a JSON member of that name is an error's`() {
        #expect("\(Query(encoded: "code=hunter2&state=1"))" == "code=<redacted>&state=1")
        #expect("\(Query(encoded: "zipcode=8000&country_code=ch"))" == "zipcode=8000&country_code=ch")
        let form = Redaction.standard.redact(
            body: Array("grant_type=x&code=hunter2".utf8), contentType: "application/x-www-form-urlencoded")
        #expect(String(decoding: form, as: UTF8.self) == "grant_type=x&code=<redacted>")
        let json = Redaction.standard.redact(body: Array(#"{"code":409}"#.utf8), contentType: "application/json")
        #expect(String(decoding: json, as: UTF8.self) == #"{"code":409}"#)
        #expect(Redaction.standard.showing("code").redact(Query(encoded: "code=1")) == "code=1")
        #expect(Redaction.standard.redact(text: "see https://a.b/cb?code=hunter2") == "see https://a.b/cb?code=<redacted>")
    }

    @Test(arguments: [
        ("https://a.b/@me", "https://a.b/@me"), ("https://a.b:8080/@me?x=@y", "https://a.b:8080/@me?x=@y"),
        ("https://[::1]:80/@me", "https://[::1]:80/@me"), ("https://hunter2@a.b/@me", "https://<redacted>@me"),
        ("https://me:hunter2@a.b/x", "https://<redacted>@a.b/x"), ("https://me:hunt/er2@a.b/x", "https://<redacted>@a.b/x"),
        ("//hunter2@a.b/", "//<redacted>@a.b/"), ("hunter2:x@y", "<redacted>@y"),
    ])
    func `an at sign in the path is no user, unless a password may have a slash`(url: String, shown: String) {
        #expect(Redaction.standard.redact(urlText: url) == shown)
        if url.contains("//") { #expect(!Redaction.standard.redact(text: "see \(url).").contains("hunter2")) }
    }

    /// A secret in each body, and what must stay readable.
    private static let hiding = [
        // JSON, with documents and URLs in its texts.
        (
            "application/json", #"{"query":"mutation { login(password: \"hunter2\") { id } }","n":1}"#,
            #"login(password: \"<redacted>\") { id }"#
        ),
        (
            "application/json",
            #"{"query":"mutation($password: String!) { login(password: $password) { id key: name } }","token":"hunter2"}"#,
            #"mutation($password: String!) { login(password: $password) { id key: name } }"#
        ),
        ("application/graphql", #"query($token: ID) { a(key: 5, pin: "hunter2") { key: name } }"#, "{ key: name } }"),
        ("application/json", #"{"payload":"{\"password\":\"hunter2\",\"a\":1}"}"#, #"\"a\":1}"}"#),
        ("application/json", #"{"pass\u0077ord":"hunter2","x\/password":"hunter2","a":1}"#, #""a":1"#),
        (
            "application/json", #"{"db":"postgres://u:hunter2@db/x","cb":["https://a/cb?page=2&token=hunter2"]}"#,
            "https://a/cb?page=2&token=<redacted>"
        ),
        ("application/json", #"{"h":"Bearer hunter2","a":"Bearer token is missing"}"#, "Bearer token is missing"),
        // Names beside their values in XML.
        (
            "text/xml", "<dict><key>password</key><string>hunter2</string><key>limit</key><integer>5</integer></dict>",
            "<key>limit</key><integer>5"
        ),
        (
            "text/xml", "<name>password</name> <value><string>hunter2</string></value><name>limit</name><value>5</value>",
            "<name>limit</name><value>5"
        ),
        ("text/xml", #"<param name="password" value="hunter2"/><add key="Timeout" value="5"/>"#, #"<add key="Timeout" value="5"/>"#),
        ("text/xml", #"<param value="hunter2" name="password"/><param name="a" value="5"/>"#, #"<param name="a" value="5"/>"#),
        ("text/xml", #"<param name="password">hunter2</param><param name="a">5</param>"#, #"<param name="a">5</param>"#),
        ("text/xml", "<password><![CDATA[a</password>hunter2]]></password><id>7</id>", "<id>7</id>"),
        ("text/xml", "<key>hunter2</key><id>7</id>", "<id>7</id>"), ("text/xml", #"<key name="a">hunter2</key><id>7</id>"#, "<id>7</id>"),
        // Values without quotes, quotes of all kinds, blocks of YAML.
        ("text/plain", "password: p&hunter2\nlimit: 5", "limit: 5"), ("text/plain", "password: p;hunter2\nlimit: 5", "limit: 5"),
        ("text/plain", "password: p<hunter2\nlimit: 5", "limit: 5"), ("text/plain", "PASSWORD=p&hunter2\nLIMIT=5", "LIMIT=5"),
        ("text/plain", "password=hunter2&limit=5", "limit=5"), ("text/plain", "Server=a;Password=hunter2;Database=x", ";Database=x"),
        ("text/yaml", "password: 'p''hunter2'\nlimit: 5", "limit: 5"),
        ("text/yaml", "password: |\n  hunter2\n\n  hunter2\nlimit: 5", "limit: 5"),
        ("text/yaml", "password:\r\n  hunter2\r\nlimit: 5", "limit: 5"),
        ("text/yaml", "- password: >-\n    hunter2\n  limit: 5", "  limit: 5"),
        ("text/yaml", "passwords:\n- hunter2\n- hunter2\nlimit: 5", "limit: 5"),
        ("text/yaml", "login:\n  user: me\n  limit: 5", "  user: me"),
        ("application/toml", "password = \"\"\"\nhunter2\"\"\"\nlimit = 5", "limit = 5"),
        ("text/plain", "see https://u:hunter2@host/a with Bearer hunter2 now", "host/a with Bearer <redacted> now"),
        ("text/plain", "{\n  \"password\": \"hunter2\",\n  \"user\": \"me\"\n}", "\"user\": \"me\""),
    ]

    @Test func `a text of an error is read as a text, not as a form`() {
        for text in [
            #"Error Domain=NSURLErrorDomain Code=-1004 "(null)""#, "Basic authentication failed", "a Bearer token is needed",
            "token= is empty",
        ] {
            #expect(Redaction.standard.redact(text: text) == text)
        }
        #expect(Redaction.standard.redact(text: #"password="hunter2 x" a=1"#) == #"password="<redacted>" a=1"#)
        #expect(Redaction.standard.redact(text: "Authorization=Bearer hunter2") == "Authorization=<redacted> <redacted>")
    }

    @Test(arguments: [
        ("redirect=https%3A%2F%2Fa%2F%3Ftoken%3Dhunter2&a=%2F%2F", "redirect=https%3A%2F%2Fa%2F%3Ftoken%3D<redacted>&a=%2F%2F"),
        ("u=https://me:hunter2@a/b&flag&=1", "u=https://<redacted>@a/b&flag&=1"), ("u=https://a/b?x=1", "u=https://a/b?x=1"),
    ])
    func `a URL in an item of a query shows no secret`(query: String, shown: String) {
        #expect("\(Query(encoded: query))" == shown)
        for item in Query(encoded: query) { #expect(!"\(item)".contains("hunter2")) }
    }

    @Test(
        arguments: [
            ("application/xml", "<login><password>hunter2</password><user>me</user></login>", "<user>me</user>"),
            ("text/xml", #"<s:login s:password="hunter2" user="me"/>"#, #"user="me""#),
            ("application/soap+xml", "<wsse:Password Type='text'><![CDATA[hunter2]]></wsse:Password><id>7</id>", "<id>7</id>"),
            ("application/xml", "<token><value>hunter2</value><value>hunter2</value></token><id>7</id>", "<id>7</id>"),
            ("application/xml", "<id>7</id><password>hunter2", "<id>7</id>"),
            ("application/xml", "<id>7</id><password hunter2", "<id>7</id>"),
            ("text/plain", "user: me\npassword: hunter2 hunter2\nlimit: 5", "limit: 5"),
            ("application/yaml", "password: 'hunter2'\nuser: me", "user: me"),
            ("text/plain", "PASSWORD = \"hunt\\\"hunter2\" user=me", "user=me"),
            ("application/graphql", #"mutation { login(user: "me", password: "hunter2") { id } }"#, #"user: "me""#),
            ("text/csv", "id;name\n1;me", "id;name"),
        ] + hiding)
    func `a text body in a cURL command shows no value of a secret name`(type: String, body: String, kept: String) throws {
        let origin = try #require(Origin(scheme: .https, host: "example.com"))
        let request = HTTPRequest(
            method: .post, origin: origin, headers: ["Content-Type": type],
            body: HTTPBodyEntity(contentType: nil, content: .data(Data(body.utf8))))
        #expect(!request.curlCommand().contains("hunter2"))
        #expect(request.curlCommand().contains(kept) || request.curlCommand().contains(kept.replacing("'", with: #"'\''"#)))
        #expect(request.curlCommand(redacting: .nothing).contains("hunter2") == body.contains("hunter2"))
    }

    @Test(arguments: [
        "monkey", "max_tokens", "totalTokens", "token_count", "keys", "http2", "zip_code", "pincode", "errorCode", "Idempotency-Key",
        "idempotency_key", "idempotencyKey", "hashtag", "authors", "secretary", "title", "limits",
    ])
    func `a name that only looks like a secret's is shown`(name: String) {
        let query: Query = [name: "shown"]
        #expect("\(query)" == "\(name)=shown")
    }

    @Test(arguments: [
        "https://example.com/?token=hunter2", "https://hunter2@example.com", "https://hunter2:hunter2@example.com?a=b@c", "hunter2:x@y",
        "file://a:hunter2@b/?key=hunter2",
    ])
    func `a configuration shows no secret of its base URL, query, headers or authentication`(base: String) throws {
        let configuration = APIConfiguration(
            baseURL: try exampleURL(base), query: ["token": "hunter2"], headers: ["Cookie": "hunter2"], authentication: .bearer("hunter2"))
        for value in [configuration, APIClient(configuration: configuration), Route(.get, configuration.baseURL)] as [Any] {
            for text in everyText(of: value) { #expect(!text.contains("hunter2"), "in a \(type(of: value))") }
        }
    }

    @Test func `an error of a call shows no secret of its request, response or configuration`() async throws {
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
        #expect(error?.request?.url == "https://example.com/v1/items?session=<redacted>&token=<redacted>&hash=<redacted>")
        #expect(error?.errorDescription?.contains("hunter2") == false)
        #expect(stub.requests.first?.urlText.components(separatedBy: "hunter2").count == 4)
    }
}
