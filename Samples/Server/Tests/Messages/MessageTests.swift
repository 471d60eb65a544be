import EndpointKit
import EndpointKitServer
import Foundation
import HTTPTypes
import Testing

@Suite struct MessageTests {
    @Test(arguments: [
        "https://shop.example.com/", "https://shop.example.com:8443/a%20b/c?q=%2B&flag&q=2", "http://[::1]:8080/x",
    ])
    func `HTTPRequest: a request survives conversion to swift-http-types and back`(_ url: String) throws {
        let text = try #require(url.firstRange(of: "://"))
        let slash = try #require(url[text.upperBound...].firstIndex(of: "/"))
        var head = HTTPTypes.HTTPRequest(
            method: .post, scheme: String(url[..<text.lowerBound]), authority: String(url[text.upperBound..<slash]),
            path: String(url[slash...]))
        head.headerFields.append(HTTPField(name: .accept, value: "text/csv"))
        head.headerFields.append(HTTPField(name: .cookie, value: "a=1"))
        head.headerFields.append(HTTPField(name: .cookie, value: "b=2"))

        let request = try EndpointKit.HTTPRequest(head, body: .data(Data("body".utf8)))
        #expect(request.urlText == url && request.method == .post && request.body?.length == 4)
        #expect(request.headers.values(for: "cookie") == ["a=1", "b=2"])
        #expect(try HTTPTypes.HTTPRequest(request) == head)
    }

    @Test func `HTTPRequest: a Host field becomes the authority`() throws {
        let origin = try #require(Origin(scheme: .http, host: "127.0.0.1", port: 8080))
        let head = try HTTPTypes.HTTPRequest(EndpointKit.HTTPRequest(origin: origin, headers: ["Host": "shop.example.com"]))
        #expect(head.authority == "shop.example.com" && head.headerFields.isEmpty)
    }

    @Test func `HTTPRequest: an empty Host, a Host that differs from the authority, and an extended CONNECT are errors`() throws {
        let origin = try #require(Origin(scheme: .http, host: "a.example.com"))
        #expect(throws: APIError.self) { try HTTPTypes.HTTPRequest(EndpointKit.HTTPRequest(origin: origin, headers: ["Host": ""])) }
        let name = try #require(HTTPField.Name("Host"))
        var head = HTTPTypes.HTTPRequest(method: .get, scheme: "http", authority: "a.example.com", path: "/")
        head.headerFields[name] = "a.example.com"
        #expect(throws: Never.self) { try EndpointKit.HTTPRequest(head) }
        head.headerFields[name] = "b.example.com"
        #expect(throws: APIError.self) { try EndpointKit.HTTPRequest(head) }
        var connect = HTTPTypes.HTTPRequest(method: .connect, scheme: "https", authority: "a.example.com", path: "/")
        connect.extendedConnectProtocol = "websocket"
        #expect(throws: APIError.self) { try EndpointKit.HTTPRequest(connect) }
    }

    private static let unsendable: [(String?, String?, String?)] = [
        (nil, "a.example.com", "/"), ("ftp", "a.example.com", "/"), ("https", nil, "/"), ("https", "user@a.example.com", "/"),
        ("https", "a.example.com:x", "/"), ("https", "a.example.com:70000", "/"),
        ("https", "a.example.com:+80", "/"), ("https", "a.example.com:-80", "/"), ("https", "a.example.com:８０", "/"), ("https", "", "/"),
        ("https", "a.example.com", nil),
        ("https", "a.example.com", "*"), ("https", "a.example.com", ""),
        ("https", "a.example.com", "//b"), ("https", "a.example.com", "/a b"), ("https", "a.example.com", "/a#b"),
    ]

    @Test(arguments: unsendable)
    func `HTTPRequest: a head that no transport can send is an error`(_ scheme: String?, _ authority: String?, _ path: String?) throws {
        let head = HTTPTypes.HTTPRequest(method: .get, scheme: scheme, authority: authority, path: path)
        let error = #expect(throws: APIError.self) { try EndpointKit.HTTPRequest(head) }
        #expect(error?.code == .invalidRequest)
    }

    @Test func `HTTPRequest: a request that may not go on the wire isn't converted`() throws {
        let origin = try #require(Origin(scheme: .https, host: "a.example.com"))
        for request in [
            EndpointKit.HTTPRequest(method: "GE T", origin: origin), EndpointKit.HTTPRequest(origin: origin, headers: ["X": "a\r\nb"]),
            EndpointKit.HTTPRequest(origin: origin, headers: ["": "a"]),
        ] { #expect(throws: APIError.self) { try HTTPTypes.HTTPRequest(request) } }
    }

    @Test func `HTTPResponse: a response survives conversion to swift-http-types and back`() throws {
        let response = EndpointKit.HTTPResponse(status: 404, headers: ["Set-Cookie": "a", "set-cookie": "b"], body: Data("no".utf8))
        let head = try HTTPTypes.HTTPResponse(response)
        #expect(head.status == .notFound && head.headerFields[values: .setCookie] == ["a", "b"])
        let back = EndpointKit.HTTPResponse(head, body: response.body)
        #expect(back.status == response.status && back.headers == response.headers && back.body == response.body)
    }

    @Test(arguments: [-1, 0, 99, 1000, Int.max])
    func `HTTPResponse: a status that doesn't have three digits is an error`(_ status: Int) {
        #expect(throws: APIError.self) { try HTTPTypes.HTTPResponse(EndpointKit.HTTPResponse(status: HTTPStatus(rawValue: status))) }
    }

    @Test func `HTTPFields: a name that isn't a token is an error`() {
        #expect(throws: APIError.self) { try HTTPFields(["a b": "c"]) }
    }

    @Test(arguments: ["a\r\nb", "a\nb", "a\rb", "a\0b", "a\u{7F}b", "a\u{1}"])
    func `HTTPFields: a value that would be changed is an error`(_ value: String) {
        #expect(throws: APIError.self) { try HTTPFields(["X-A": value]) }
        #expect(throws: APIError.self) { try HTTPTypes.HTTPResponse(EndpointKit.HTTPResponse(headers: ["X-A": value])) }
    }

    @Test func `HTTPFields: white space around a value isn't part of it`() throws {
        let name = try #require(HTTPField.Name("X-A"))
        #expect(try HTTPFields(["X-A": " \ta\tb "])[values: name] == ["a\tb"])
        #expect(try HTTPFields(["X-A": "", "X-B": "é"]).map(\.value) == ["", "é"])
    }
}
