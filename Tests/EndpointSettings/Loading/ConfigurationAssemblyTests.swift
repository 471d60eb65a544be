import EndpointKit
import TestSupport
import Testing

/// Each setting reaches its property.
@Suite struct ConfigurationAssemblyTests {
    private static let text = """
        {
          "baseURL": "https://example.com", "basePath": "/v1", "appVersion": "2", "requestTimeout": "1s", "connectTimeout": "2s",
          "deadline": "3s", "query": { "a": [1, true, "x y"], "b": 1.5, "c": "" }, "headers": { "X-A": "a", "X-B": "b" },
          "retry": {
            "maxAttempts": 4, "initialBackoff": "5ms", "maxBackoff": "6s", "multiplier": 3, "jitter": "equal", "statuses": [500],
            "failures": ["tls"], "maxRetryAfter": "7s", "budget": { "ratio": 0.5, "reserve": 11 },
          },
          "redirects": { "limit": 8 }, "limits": {
            "bodySize": "9KB", "maxConcurrentCalls": 10, "sharesEqualRequests": true,
            "quota": { "calls": 12, "per": "13h", "whenSpent": "fail", "file": "quota.json" },
          },
          "reusesConnectionsForUnsafeRequests": true, "httpVersion": "http2", "unixSocket": "s", "log": { "level": "trace" }, "redaction": { "names": ["X-B"], "shown": ["Sort-Key"], "paths": ["/bot*/"] },
          "tls": {
            "minimumVersion": "1.3", "certificateAuthorities": "a.json",
            "pinnedKeys": { "A.example.com": ["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="] },
            "clientCertificate": { "certificate": "a.json", "key": "a.json", "password": { "env": "T" } },
          },
          "proxy": { "url": "http://proxy:3128", "user": { "env": "U" }, "password": { "env": "T" } },
        }
        """

    @Test func `Settings file: every setting reaches its property`() throws {
        let folder = try SettingsFolder(["a.json": Self.text])
        let configuration = try folder.load(environment: ["T": "secret", "U": "ann"])
        let policies = configuration.policies
        #expect(configuration.basePath == "/v1")
        #expect(configuration.appVersion == "2")
        #expect(configuration.requestTimeout == .seconds(1))
        #expect(policies.connection.connectTimeout == .seconds(2))
        #expect(policies.deadline == .seconds(3))
        #expect(configuration.query.encoded == "a=1&a=true&a=x%20y&b=1.5&c=")
        #expect(configuration.headers == ["X-A": "a", "X-B": "b"])
        #expect(policies.retry.maxAttempts == 4)
        #expect(policies.retry.backoff.initial == .milliseconds(5))
        #expect(policies.retry.backoff.maximum == .seconds(6))
        #expect(policies.retry.backoff.multiplier == 3)
        #expect(policies.retry.backoff.jitter == .equal)
        #expect(policies.retry.statuses == [500])
        #expect(policies.retry.failures == [.tls])
        #expect(policies.retry.maxRetryAfter == .seconds(7))
        #expect(policies.retry.budget?.ratio == 0.5 && policies.retry.budget?.reserve == 11)
        #expect(policies.redirects.limit == 8)
        #expect(policies.bodyLimit == 9 << 10)
        #expect(policies.maxConcurrentCalls == 10)
        #expect(policies.sharesEqualRequests)
        #expect(policies.quota?.calls == 12)
        #expect(policies.quota?.period == .seconds(13 * 3600))
        #expect(policies.quota?.whenSpent == .fail)
        #expect((policies.quota?.store as? FileQuotaStore)?.url.path == folder.folder.file("quota.json").path)
        #expect(policies.connection.reusesConnectionsForUnsafeRequests)
        #expect(policies.connection.httpVersion == .http2)
        #expect(policies.connection.unixSocket == folder.folder.file("s").path)
        #expect(policies.log == .trace)
        #expect(policies.redaction == .standard.hiding("X-B").showing("sort-key").hiding(path: "bot*"))
        #expect(policies.connection.tls.minimumVersion == .tls13)
        #expect(policies.connection.tls.certificateAuthorities?.path == folder.folder.file("a.json").path)
        #expect(policies.connection.tls.pinnedKeys == ["a.example.com": ["47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="]])
        #expect(policies.connection.tls.clientCertificate?.certificate.path == folder.folder.file("a.json").path)
        #expect(policies.connection.tls.clientCertificate?.key.path == folder.folder.file("a.json").path)
        #expect(policies.connection.tls.clientCertificate?.password?.reveal() == "secret")
        guard case .url(let url, let user, let password) = policies.connection.proxy else {
            return #expect(Bool(false), "\(policies.connection.proxy)")
        }
        #expect(url.absoluteString == "http://proxy:3128")
        #expect(user == "ann")
        #expect(password?.reveal() == "secret")
    }

    @Test func `Settings file: an unset part of the retry budget has its default, and an empty budget is the client's own budget`() throws {
        let ratio = try settings(#"{ "baseURL": "https://example.com", "retry": { "budget": { "ratio": 0 } } }"#).policies.retry.budget
        #expect(ratio?.ratio == 0 && ratio?.reserve == 5)
        #expect(try settings(#"{ "baseURL": "https://example.com", "retry": { "budget": {} } }"#).policies.retry.budget == nil)
    }

    @Test(arguments: [([:], LogObserver.Level.calls as LogObserver.Level?), (["ENDPOINTKIT_LOG_LEVEL": "none"], nil)])
    func `Settings file: the value none turns off the log that a lower layer sets`(
        environment: [String: String], level: LogObserver.Level?
    ) throws {
        let text = #"{ "baseURL": "https://example.com", "log": { "level": "calls" } }"#
        #expect(try settings(text, environment: environment).policies.log == level)
    }

    @Test(arguments: [
        (#""proxy": "none""#, true), (#""proxy": { "url": "none" }"#, true), (#""proxy": "environment""#, false),
        (#""proxy": null"#, false),
    ])
    func `Settings file: a proxy is an object or its URL`(text: String, isDirect: Bool) throws {
        guard case .direct = try settings(#"{ "baseURL": "https://example.com", \#(text) }"#).policies.connection.proxy else {
            return #expect(!isDirect)
        }
        #expect(isDirect)
    }

    @Test(arguments: [
        (#""proxy": "http://proxy:a""#, #""http://proxy:a", which has no valid port"#),
        (#""proxy": { "url": "socks5://[x" }"#, "<11 characters>, which has no valid host or port"),
        (#""proxy": "http:proxy""#, #""http:proxy", which names no host"#),
        (#""baseURL": "https://example.com/#a""#, "<22 characters>, which has a fragment"),
    ])
    func `Settings file: the problem of a URL says what is wrong with it`(setting: String, found: String) throws {
        #expect(try problems("{ \(setting) }")?.contains { $0.hasSuffix("found \(found)") } == true)
    }

    @Test(
        arguments: [
            (#"{ "type": "hashedQuery", "publicKey": "1", "privateKey": { "env": "T" } }"#, "ts=&apikey=1&hash=", [:]),
            (#"{ "type": "query", "query": { "key": { "env": "T" }, "more": { "env": "T" } } }"#, "key=secret&more=secret", [:]),
            (#"{ "type": "headers", "headers": { "X-Key": { "env": "T" } } }"#, "", ["X-Key": "secret"]),
            (#"{ "type": "bearer", "token": { "env": "T" } }"#, "", ["Authorization": "Bearer secret"]),
            (
                #"{ "type": "basic", "user": { "env": "T" }, "password": { "env": "T" } }"#, "",
                ["Authorization": "Basic c2VjcmV0OnNlY3JldA=="]
            ),
            // Digest sends nothing before the server's challenge.
            (#"{ "type": "digest", "user": { "env": "T" }, "password": { "env": "T" } }"#, "", [:]),
        ] as [(String, String, HTTPHeaders)])
    func `Settings file: each kind of authentication can be named`(text: String, query: String, headers: HTTPHeaders) async throws {
        let configuration = try settings(
            #"{ "baseURL": "https://example.com", "authentication": \#(text) }"#, environment: ["T": "secret"])
        let origin = try #require(Origin(scheme: .https, host: "example.com"))
        var request = try #require(try await configuration.authentication?.adapt(HTTPRequest(origin: origin)))
        if request.query["hash"] != nil {
            #expect(request.query["hash"]?.count == 32)
            request.query = ["ts": "", "apikey": request.query["apikey"], "hash": ""]
        }
        #expect(request.query.encoded == query)
        #expect(request.headers == headers)
    }

    @Test(arguments: [
        (
            #"{ "token": { "env": "T" } }"#,
            "authentication.type: expected one of \"hashedQuery\", \"query\", \"headers\", \"bearer\", \"basic\", \"digest\", found nothing"
        ),
        (
            #"{ "type": "bearer", "token": { "env": "T" }, "user": "ann" }"#,
            "authentication.user: expected only \"token\" beside the type \"bearer\", found \"user\""
        ),
        (#"{ "type": "basic", "password": { "env": "T" } }"#, "{\"file\": \"path\"}, found nothing"), (#"{}"#, nil),
    ])
    func `Settings file: each kind of authentication has all of its keys and no others`(text: String, message: String?) throws {
        let problems = try problems(#"{ "baseURL": "https://example.com", "authentication": \#(text) }"#, environment: ["T": "secret"])
        #expect(problems?.count == (message == nil ? nil : 1))
        #expect(problems?.first?.hasSuffix(message ?? "") != false)
    }
}
