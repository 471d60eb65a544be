import EndpointKit
import Testing

@Suite struct RefusalTests {
    @Test func `Refusal: it says what is wrong, in the form of the gateway or of the service`() async throws {
        let caller = try GatewayCaller.shared()
        try await Golden("refusals").check { line in
            // A method for a signed call, and the path with the query as they appear in a URL.
            let words = line.split(separator: " ").map(String.init)
            let isSigned = words[0] != "unsigned"
            let target = (words.dropFirst().first ?? "").split(separator: "?", omittingEmptySubsequences: false).map(String.init)
            var query = Query(asIs: target.dropFirst().first ?? "")
            if isSigned { query.append(GatewayCaller.signature) }
            let response = try await caller.unsigned(target[0], query, method: HTTPMethod(rawValue: isSigned ? words[0] : "GET"))
            let fields = ["Allow", "Content-Type"].compactMap { name in response.headers[name].map { "\(name): \($0)" } }
            return (["\(response.status)"] + fields + [response.text]).filter { !$0.isEmpty }.joined(separator: "\n") + "\n"
        }
    }
}
