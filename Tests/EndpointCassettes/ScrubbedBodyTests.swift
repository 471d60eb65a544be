import EndpointCassettes
import EndpointKit
import EndpointKitTesting
import Testing

/// The parts of a body that a cassette stores.
@Suite struct ScrubbedBodyTests {
    private func scrubbed(_ body: String, _ type: String) -> String {
        String(decoding: Redaction.standard.scrub(body: Array(body.utf8), contentType: type), as: UTF8.self)
    }

    /// A secret in each body, and what must stay readable.
    private static let hiding = [
        // JSON, with documents and URLs in its strings.
        (
            "application/json", #"{"query":"mutation { login(password: \"hunter2\") { id } }","n":1}"#,
            #"login(password: \"<redacted>\") { id }"#
        ),
        ("application/json", #"{"query":"{ user(tokens: [\"hunter2\"], id: 5) { key: name } }"}"#, "id: 5) { key: name } }"),
        (
            "application/json",
            #"{"query":"query A($key: [ID!] = [\"hunter2\"], $pin: ID) @a(key: b) { ...F } fragment F on A { key: c }"}"#,
            ", $pin: ID) @a(key: b) { ...F } fragment F on A { key: c }"
        ),
        // Braces and words alone don't make GraphQL.
        ("application/json", #"{"a":"{user: me, password: hunter2}"}"#, "user: me"),
        ("application/json", #"{"a":"{token = hunter2}"}"#, "token"),
        ("application/json", #"{"a":"{user: me, b: {token: hunter2}}"}"#, "user: me"),
        ("application/json", #"{"a":"{A {id: 5, token: hunter2}}"}"#, "{A {id: 5"),
        ("application/json", #"{"a":"querying {id} failed, token: hunter2"}"#, "querying {id} failed"),
        ("application/json", #"{"a":"subscription {id} expired, password: hunter2"}"#, "subscription {id} expired"),
        ("application/json", #"{"a":"query A for {id} failed, password: hunter2"}"#, "query A for {id} failed"),
        ("application/json", #"{"a":"{\"user\":\"me\",\"token\":12hunter2"}"#, #"{\"user\":\"me\""#),
        ("application/json", #"{"a":"{ a(b: 1) { token: 12hunter2 } }"}"#, "a(b: 1)"),
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
        ("text/xml", "<password><old_password>a</old_password><v>hunter2</v></password><id>7</id>", "<id>7</id>"),
        ("text/xml", "<s:token><s:token>a</s:token><s:token/><token>b</token>hunter2</s:token ><id>7</id>", "<id>7</id>"),
        ("text/xml", "<password><!-- </password> -->hunter2</password><id>7</id>", "<id>7</id>"),
        ("text/html", "<password>hunter2</PASSWORD><id>7</id>", "<id>7</id>"),
        ("text/xml", "<key>password</key><!-- c --> <!-- d --><string>hunter2</string><id>7</id>", "<id>7</id>"),
        // Values without quotes, quotes of all kinds, blocks of YAML.
        ("text/plain", "password: p&hunter2\nlimit: 5", "limit: 5"), ("text/plain", "password: p;hunter2\nlimit: 5", "limit: 5"),
        ("text/plain", "password: p<hunter2\nlimit: 5", "limit: 5"), ("text/plain", "PASSWORD=p&hunter2\nLIMIT=5", "LIMIT=5"),
        ("text/plain", "password=hunter2&limit=5", "limit=5"), ("text/plain", "Server=a;Password=hunter2;Database=x", ";Database=x"),
        ("text/yaml", "password: 'p''hunter2'\nlimit: 5", "limit: 5"),
        ("text/yaml", "password: |\n  hunter2\n\n  hunter2\nlimit: 5", "limit: 5"),
        ("text/yaml", "password:\r\n  hunter2\r\nlimit: 5", "limit: 5"),
        ("text/yaml", "- password: >-\n    hunter2\n  limit: 5", "  limit: 5"),
        ("text/yaml", "passwords:\n- hunter2\n- hunter2\nlimit: 5", "limit: 5"),
        ("text/yaml", "passwords:\n  a: hunter2\n# a\n  b: hunter2\n# b\nlimit: 5", "# b\nlimit: 5"),
        ("text/yaml", "tokens:\n# a\n  - hunter2\n  # b\n  - hunter2\nlimit: 5", "limit: 5"),
        ("text/yaml", "tokens:\n- hunter2\n# a\n- hunter2\nlimit: 5", "limit: 5"),
        ("text/yaml", "password: # a\n# b\n  hunter2\nlimit: 5", "limit: 5"),
        ("text/yaml", "password: |\n  #hunter2\nlimit: 5", "limit: 5"),
        ("text/yaml", "login:\n  user: me\n  limit: 5", "  user: me"),
        ("application/toml", "password = \"\"\"\nhunter2\"\"\"\nlimit = 5", "limit = 5"),
        ("text/plain", "see https://u:hunter2@host/a with Bearer hunter2 now", "host/a with Bearer <redacted> now"),
        ("text/plain", "{\n  \"password\": \"hunter2\",\n  \"user\": \"me\"\n}", "\"user\": \"me\""),
        // Code in other languages, under the wrong media type.
        ("application/x-www-form-urlencoded", #"{"password"=>"hunter2","limit"=>5}"#, #""limit"=>5"#),
        ("application/x-www-form-urlencoded", #"{'password':'hunter2','limit':5}"#, "'limit':5"),
        ("text/plain", "{'passwords': ['hunter2',\n  'hunter2'\n], 'limit': 5}\nuser: me", "user: me"),
        ("text/plain", "password = (\n'hunter2')\nlimit = 5", "limit = 5"),
        ("text/plain", "\"password\"\n:\n\"hunter2\",\n\"limit\": 5", "\"limit\": 5"),
        ("text/plain", "\"password\":\n\"user\": \"me\"", "\"user\": \"me\""),
        ("text/plain", "user: me\n\"password\":\n[\n\"hunter2\"", "user: me"),
        ("text/plain", "{'a': 5, 'password': ['b',\n'hunter2'\n", "'a': 5"),
        ("text/plain", "{\"password\"=>\n{\"a\"=>\"hunter2\"},\n\"limit\": 5}", "\"limit\": 5"),
        ("text/plain", "{a: 5, password: {\n // it's\n b: 'hunter2'\n}}", "a: 5"),
        ("application/x-www-form-urlencoded", "config['password']=hunter2&limit=5", "limit=5"),
        ("text/plain", "config['password'] = 'hunter2'; limit = 5", "limit = 5"),
        ("text/plain", "user[password]: hunter2\npasswords[] = hunter2\nlimit = 5", "limit = 5"),
    ]

    /// Names and values in the syntax of programming languages.
    private static let code = [
        ("text/plain", "config[ 'password' ] = 'hunter2'; limit = 5", "limit = 5"),
        ("text/plain", "config[`password`] = `hunter2\nhunter2`; limit = 5", "limit = 5"),
        ("text/plain", "{ [ \"password\" ] = \"hunter2\", limit = 5 }", "limit = 5"),
        ("text/plain", "$config{'password'} = 'hunter2'; limit = 5", "limit = 5"),
        ("text/plain", "config['password']['a'] = 'hunter2'; limit = 5", "limit = 5"),
        ("text/plain", "password[0] = 'hunter2'; limit = 5", "limit = 5"),
        ("text/plain", "config['password'] += 'hunter2'; limit = 5", "limit = 5"),
        ("text/plain", "password ||= 'hunter2'; limit = 5", "limit = 5"),
        ("text/plain", "password ??= 'hunter2'; limit = 5", "limit = 5"),
        ("application/x-www-form-urlencoded", "config%5B%27password%27%5D=hunter2&limit=5", "limit=5"),
        ("application/json", "{\"password\": // it's\n \"hunter2\",\n \"limit\": 5}", "\"limit\": 5"),
        ("application/json", "{\"password\": /* it's */ \"hunter2\",\n \"limit\": 5}", "\"limit\": 5"),
        ("application/json", "{\"password\" /* it's */ : \"hunter2\", \"limit\": 5}", "\"limit\": 5"),
        ("application/json", "{\"password\" // it's\n: [\"hunter2\"], \"limit\": 5}", "\"limit\": 5"),
        ("application/json", "{\"password\": # it's\n {\"a\": \"hunter2\"}, \"limit\": 5}", "\"limit\": 5"),
        ("application/json", "{\"password\": // it's\n 5hunter2,\n \"limit\": 5}", "\"limit\": 5"),
        ("text/plain", "password = \"abc\" + \"hunter2\"; limit = 5", "limit = 5"),
        ("text/plain", "password = \"abc\" \\\n  \"hunter2\"; limit = 5", "limit = 5"),
        ("text/plain", "password = 'abc'\n  'hunter2'\nlimit = 5", "limit = 5"),
        ("text/plain", "password = 'abc' . 'hunter2'; limit = 5", "limit = 5"),
        ("text/plain", "password = \"abc\" /* a */ + // it's\n \"hunter2\"; limit = 5", "limit = 5"),
        ("text/plain", "password = 'abc' || 'hunter2', limit = 5", "limit = 5"),
        ("text/plain", "password = \"abc\" & _\n \"hunter2\"\nlimit = 5", "limit = 5"),
        ("text/plain", "password='abc'\"hunter2\"\nlimit=5", "limit=5"),
        ("text/plain", "password = \"abc\" f\"hunter2\" + rb'hunter2'; limit = 5", "limit = 5"),
        ("text/plain", "sql = 'password=\"hunter2\"' + 'limit 5'", "limit 5"),
        ("text/plain", "password = 'abc'\n'user' = 'me'", "'user' = 'me'"),
        ("text/plain", "password = array(\n'hunter2')\nlimit = 5", "limit = 5"),
        ("text/plain", "password = new Map([\n['hunter2', 1]])\nlimit = 5", "limit = 5"),
        ("text/plain", String(repeating: "token: (todo\n", count: 9) + "{'passwords': ['a',\n 'hunter2'], 'limit': 5}", "'limit': 5"),
        ("text/plain", "password=abc\\\nhunter2\nlimit=5", "limit=5"),
        ("text/plain", "password: //hunter2\nlimit: 5", "limit: 5"), ("text/plain", "password: #hunter2\nlimit: 5", "limit: 5"),
        // A document spread over several lines of an event.
        (
            "text/event-stream", "id: 1\ndata: {\"password\":\ndata:\ndata: \"hunter2\",\nevent: x\ndata: \"limit\": 5}\n\ndata: a\n\n",
            "\"limit\": 5"
        ),
        ("text/event-stream", "data: {\"password\"\r\ndata: :\"hunter2\"}\r\n\r\ndata: {\"limit\": 5}\r\n\r\n", "{\"limit\": 5}"),
        ("text/event-stream; charset=utf-8", "data: [\rdata: {\"password\": \rdata: \"hunter2\"}]\r\rdata: a\r\r", "data: a"),
    ]

    /// The quote after `password:` ends a string. Only hunter2 is secret.
    private static let ending = [
        ("text/plain", #"msg="Bad password:" token="hunter2""#), ("text/plain", #"msg="token=" user="me""#),
        ("application/json", #"{"log":"msg=\"Bad password:\" token=\"hunter2\""}"#),
        ("text/html", #"<input placeholder="Password:" data-token="hunter2">"#),
        ("text/html", "<input placeholder='Password:' data-token='hunter2'>"), ("text/plain", "x='password='; token='hunter2'; y='1'"),
        ("text/plain", "label('Password:', token='hunter2')"), ("text/plain", "label(f'Password:', token='hunter2')"),
        ("text/plain", #"log: {\"label\":\"Password:\",\"value\":\"x\"}"#), ("text/plain", #"url = "/x?token=" + "hunter2"; user = "me""#),
        // Apostrophes and inch marks aren't quotes.
        ("text/plain", "it's the users' password: 'hunter2', x"), ("text/plain", #"a 5" screen, password: "hunter2", x"#),
        // JSON with something before it.
        ("text/event-stream", #"data: {"label":"Password:","value":"x","help":"?token=hunter2","b":[]}"#),
        (
            "text/event-stream",
            "data: {\"choices\":[{\"delta\":{\"content\":\"password: \"}}]}\n\ndata: {\"choices\":[{\"delta\":{\"content\":\"x\"}}]}\n\n"
        ),
        ("application/json", ")]}',\n{\"label\":\"Password:\",\"value\":\"x\\/y\",\"token\":\"hunter2\"}"),
        ("application/javascript", #"cb({"label":"Password:","value":"x","token":"hunter2"});"#),
        ("text/csv", #"a,"{""password"":""hunter2"",""b"":""x\""y""}","it's ""x""""#),
        ("text/plain", #"ERROR: {"error":"missing token:","token":"hunter2","user":"me"}"#),
        ("application/x-ndjson", "{\"a\":1}\n{\"a\":bad}\n{\"label\":\"Password:\",\"value\":\"x\",\"token\":\"hunter2\"}\n"),
    ]

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
        ] + hiding + code)
    func `Scrubber: no value under a secret's name is left in text`(type: String, body: String, kept: String) {
        let shown = scrubbed(body, type)
        #expect(!shown.contains("hunter2"))
        #expect(shown.contains(kept))
    }

    @Test(arguments: ending)
    func `Scrubber: a quoted string that ends like a name is kept, and so is the text after it`(type: String, body: String) {
        #expect(scrubbed(body, type) == body.replacing("hunter2", with: "<redacted>"))
    }

    /// A value that isn't closed ends with its event. Each body is followed by another event.
    @Test(
        arguments: [
            (#"data: {"token":["hunter2","#, #"data: {"token":<redacted>"#),
            (#"data: User(token="hunter2"#, #"data: User(token="<redacted>"#),
            ("event: log\ndata: <password>", "event: log\ndata: <password>"), ("data: token=C:\\", "data: token=<redacted>"),
            ("data: set password: '", "data: set password: '"), ("data", "data"),
            ("data: token: hunter2\ndata: first\ndata:  second", "data: token: <redacted>\ndata: first\ndata:  second"),
            ("data: password: hunter2\ndata:\ndata\ndata:x", "data: password: <redacted>\ndata:\ndata\ndata:x"),
            ("data:{'password': [\nid: 5\ndata:'hunter2'],\ndata: 'a': 5}", "data: {'password': <redacted>,\nid: 5\ndata: 'a': 5}"),
            ("\u{FEFF}data: {\"password\":\ndata: \"hunter2\"}", "\u{FEFF}data: {\"password\":\ndata: \"<redacted>\"}"),
            (": keepalive\nid: token\nretry: 5\ndata: a", ": keepalive\nid: token\nretry: 5\ndata: a"),
            (": token=hunter2\nid: token: hunter2\nevent: '", ": token=<redacted>\nid: token: <redacted>\nevent: '"),
            ("password:\n 'hunter2'\ndata: it's", "password:\n '<redacted>'\ndata: it's"),
        ], ["\n", "\r\n", "\r"])
    func `Scrubber: events keep their number, their lines and their other fields`(bodies: (body: String, shown: String), lineEnd: String) {
        let next = "\n\ndata: it's \"x\"}]</password>\n\n"
        let (body, shown) = ((bodies.body + next).replacing("\n", with: lineEnd), (bodies.shown + next).replacing("\n", with: lineEnd))
        #expect(scrubbed(body, "text/event-stream") == shown)
    }

    @Test func `Scrubber: an error instead of a stream is read as a whole`() {
        let error = "{\n'password': [\n\n'hunter2']\n}"
        #expect(!scrubbed(error, "text/event-stream").contains("hunter2"))
    }

    @Test func `Scrubber: JSON with a number that fits no type is still read as JSON`() {
        let body = #"{"a":1e400,"label":"Password:","b":["x"],"token":"hunter2","pin":1e400,"tokens":[1e400,"hunter2"]}"#
        let shown = #"{"a":1e400,"label":"Password:","b":["x"],"token":"<redacted>","pin":0,"tokens":"<redacted>"}"#
        #expect(scrubbed(body, "application/json") == shown)
    }

    @Test func `Scrubber: JSON isn't split at another content type's boundary, nor at escaped quotes`() {
        let text = #"[{"a":"--x\r\n\r\nb: c --x","token":"hunter2","b":"password=\"hunter2\""}]"#
        let shown = text.replacing(#""hunter2""#, with: #""<redacted>""#).replacing(#"hunter2\"#, with: #"<redacted>\"#)
        #expect(scrubbed(text, "multipart/form-data; boundary=x") == shown)
        #expect(scrubbed(#"log: {\"a\": password=\"hunter2\"}"#, "text/plain") == #"log: {\"a\": password=\"<redacted>\"}"#)
    }

    /// Texts that begin like JSON, under every media type that a service may declare.
    @Test(
        arguments: [
            #"[{'password': 'hunter2', 'a': 1}]"#, #"[{password: 'hunter2', a: 1}]"#, #"["x", {'password': 'hunter2'}]"#,
            #"{"password"=>"hunter2", "a"=>1}"#, #"{'password': 'hunter2'}"#, #"{"a": 1, 'password': "hunter2"}"#,
            #"[{"a": 1},, {"password": "hunter2"}]"#, #"{"a": 1} {'password': 'hunter2'}"#, "{\"a\": 1}\n{password: 'hunter2'}\n",
            #"{"a": "x", "password": "hunter2"#, #"{"a": {"password": "hunter2", "b": [1, 2"#, #"[1, {"password": "hunter2"}"#,
        ],
        ["application/json", "text/plain", "text/html", "application/x-ndjson", "application/octet-stream", "application/yaml", ""])
    func `Scrubber: a body that isn't JSON as a whole is searched, whatever its syntax`(body: String, type: String) {
        let shown = scrubbed(body, type)
        #expect(!shown.contains("hunter2"), "\(shown)")
        #expect(shown.contains("password"))
    }

    @Test(arguments: ["password[]", "password[0]", "user[password][]", "user[tokens]", "user[accessTokens][12]", "x/password"])
    func `Scrubber: an index or a position in a form field's name doesn't change its meaning`(name: String) {
        #expect(scrubbed("a=1&\(name)=hunter2&b[]=2", "application/x-www-form-urlencoded") == "a=1&\(name)=<redacted>&b[]=2")
    }

    @Test func `Scrubber: OAuth's code is hidden in a form, but a JSON member of that name is an error code`() {
        #expect(scrubbed("grant_type=x&code=hunter2", "application/x-www-form-urlencoded") == "grant_type=x&code=<redacted>")
        #expect(scrubbed(#"{"code":409}"#, "application/json") == #"{"code":409}"#)
    }
}
