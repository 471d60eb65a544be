import EndpointKit
import EndpointKitTesting
import Testing

@Suite struct InternationalHostTests {
    // The ASCII forms are those that ICU produces (UTS 46, nontransitional).
    @Test(arguments: [
        ("bücher.example", "xn--bcher-kva.example"), ("BÜCHER.example", "xn--bcher-kva.example"), ("münchen.de", "xn--mnchen-3ya.de"),
        ("mu\u{308}nchen.de", "xn--mnchen-3ya.de"), ("MU\u{308}NCHEN.de", "xn--mnchen-3ya.de"),
        ("faß.de", "xn--fa-hia.de"), ("例え.テスト", "xn--r8jz45g.xn--zckzah"), ("例え。テスト", "xn--r8jz45g.xn--zckzah"),
        ("правда.рф", "xn--80aafi6cg.xn--p1ai"), ("مثال.إختبار", "xn--mgbh0fb.xn--kgbechtv"), ("\u{212A}.com", "k.com"),
        ("a.bücher.example.", "a.xn--bcher-kva.example."),
    ])
    func `Origin: a host in another script gets its ASCII form`(_ host: String, ascii: String) throws {
        #expect(try #require(Origin(scheme: .https, host: host)).host == ascii)
    }

    @Test(arguments: ["\u{1D7DB}\u{FF0E}笠", "①.example", "ﬁ.example", "ｶ.example", "a\u{AD}ü.example", "㎏.example"])
    func `Origin: a host that a browser would read as another is rejected`(host: String) {
        #expect(Origin(scheme: .https, host: host) == nil)
    }

    @Test func `Origin: a base URL in another script works, however the URL is encoded`() async throws {
        for text in ["http://bücher.example/api", "http://b%C3%BCcher.example/api", "http://xn--bcher-kva.example/api"] {
            let transport = StubTransport(HTTPResponse())
            let client = APIClient(
                configuration: APIConfiguration(baseURL: try #require(URL(string: text))), transport: transport)
            _ = try await client.call(.get("x")).value
            #expect(transport.requests.first?.urlText == "http://xn--bcher-kva.example/api/x")
        }
    }
}
