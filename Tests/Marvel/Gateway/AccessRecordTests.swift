import EndpointKit
import EndpointKitTesting
import MarvelGateway
import TestSupport
import Testing

@Suite struct AccessRecordTests {
    private let log = Recorder<AccessRecord>()

    private func caller(faults: Faults = Faults()) throws -> GatewayCaller {
        try GatewayCaller(faults: faults, log: { [log] in log.record($0) })
    }

    @Test(arguments: [
        ("/characters", "limit=1&nameStartsWith=A%20b", HTTPMethod.get, "GET /v1/public/characters?limit=1&nameStartsWith=A%20b: 200, "),
        ("/comics/1", "", .get, "GET /v1/public/comics/1: 404, 51 bytes, "),
        ("/comics", "limit=0", .get, "GET /v1/public/comics?limit=0: 409, "),
        ("/events", "", .head, "HEAD /v1/public/events: 405, 0 bytes, "),
    ])
    func `AccessRecord: each call is a line with its status, bytes and milliseconds`(
        path: String, query: String, method: HTTPMethod, start: String
    ) async throws {
        let response = try await caller().call(path, query, method: method, headers: ["Accept-Encoding": "identity"])
        let record = try #require(log.last)
        #expect(log.count == 1 && record.status == response.status && record.byteCount == response.body.count)
        #expect(record.description.hasPrefix(start) && record.duration > .zero, "\(record)")
        #expect(record.description.wholeMatch(of: /[A-Z]+ [^ ]+: \d{3}, \d+ bytes, \d+\.\d ms/) != nil, "\(record)")
    }

    @Test func `AccessRecord: a line shows no secret, even for pictures`() async throws {
        let caller = try caller()
        let picture = try #require(try await caller.page("/characters/1009610")["results"]?[0]?["thumbnail"]?.text("path"))
        for query in [
            "ts=1&apikey=hunter2&hash=hunter2", "TS=1&ApiKey=hunter2&HASH=hunter2", "apikey=hunter2&apikey=hunter2", "privateKey=hunter2",
            "api_key=hunter2&token=hunter2", "%61pikey=hunter2",
        ] {
            _ = try await caller.unsigned("/characters", Query(encoded: "limit=1&\(query)"))
            #expect(log.last?.target.hasPrefix("/v1/public/characters?limit=1") == true)
            let url = try #require(URL(string: "\(picture).png?\(query)"))
            _ = try? await APIClient(configuration: APIConfiguration(baseURL: url)).data(.get("")).value
        }
        let text = log.values.map { "\($0)\(String(reflecting: $0))" }.joined()
        for secret in ["hunter2", "1234", "ffd275"] { #expect(log.count == 13 && !text.contains(secret), "\(text)") }
    }

    @Test func `AccessRecord: 304s and lost responses are logged as they were sent`() async throws {
        let caller = try caller()
        let tag = try #require(try await caller.call("/series").headers["ETag"])
        _ = try await caller.call("/series", headers: ["If-None-Match": tag])
        #expect(log.last?.status == 304 && log.last?.byteCount == 0)
        let packed = try #require(log.values.first?.byteCount)
        _ = try? await self.caller(faults: Faults(truncation: 1)).call("/series")
        #expect(log.last.map { $0.status == 200 && $0.byteCount < packed && $0.byteCount > 0 } == true)
        _ = try? await self.caller(faults: Faults(disconnect: 1)).call("/series")
        #expect(log.last?.description.hasPrefix("GET /v1/public/series: no response, 0 bytes, ") == true)
    }
}
