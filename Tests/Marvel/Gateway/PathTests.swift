import EndpointKit
import Testing

@Suite struct PathTests {
    @Test(arguments: ["1", "-1", "spider-man", "99999999999999999999999"])
    func `an id that no character has is not found`(id: String) async throws {
        let caller = try GatewayCaller()
        for path in ["/characters/\(id)", "/characters/\(id)/comics"] {
            let response = try await caller.call(path)
            #expect(response.status == 404)
            #expect(response.text == #"{"code":404,"status":"We couldn't find that character"}"#)
        }
    }

    @Test(arguments: [
        "", "/villains", "/characters/", "/characters//comics", "/characters/1009610/villains", "/characters/1009610/comics/1",
    ])
    func `a path that names nothing is no resource`(path: String) async throws {
        let response = try await GatewayCaller().call(path)
        #expect(response.status == 404)
        #expect(response.text == #"{"code":"ResourceNotFound","message":"/v1/public\#(path) does not exist"}"#)
    }

    @Test(arguments: [HTTPMethod.post, .head])
    func `only GET is allowed`(method: HTTPMethod) async throws {
        let response = try await GatewayCaller().call("/characters", method: method)
        #expect(response.status == 405)
        #expect(response.headers["Allow"] == "GET")
        #expect(response.text == (method == .head ? "" : #"{"code":"MethodNotAllowed","message":"\#(method) is not allowed"}"#))
    }
}
