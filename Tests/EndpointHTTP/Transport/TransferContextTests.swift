import EndpointKit
import TestSupport
import Testing

@Suite struct TransferContextTests {
    @Test func `TransferContext: the smaller of two body limits applies`() throws {
        var request = HTTPRequest(origin: try #require(Origin(scheme: .http, host: "example.com")))
        request.bodyLimit = 10
        #expect(TransferContext(bodyLimit: 5).bodyLimit(of: request) == 5)
        #expect(TransferContext(bodyLimit: 50).bodyLimit(of: request) == 10)
    }

    @Test(arguments: [
        (301, true, true), (302, true, true), (303, true, true), (307, true, true), (308, true, true), (300, true, false),
        (304, true, false), (200, true, false), (302, false, false),
    ])
    func `TransferContext: only a redirect that is followed leaves its body unread`(status: Int, hasLocation: Bool, isUnread: Bool) {
        let headers: HTTPHeaders = hasLocation ? ["Location": "/next"] : [:]
        var context = TransferContext()
        #expect(!context.leavesBodyUnread(HTTPStatus(rawValue: status), headers))
        context.followsRedirects = true
        #expect(context.leavesBodyUnread(HTTPStatus(rawValue: status), headers) == isUnread)
    }

    @Test func `TransferContext: impossible limits are rejected`() throws {
        let request = HTTPRequest(origin: try #require(Origin(scheme: .http, host: "example.com")))
        try TransferContext().validate(for: request)
        #expect(throws: APIError.self) { try TransferContext(bodyLimit: -1).validate(for: request) }
        var context = TransferContext()
        context.connection.connectTimeout = .zero
        let error = #expect(throws: APIError.self) { try context.validate(for: request) }
        #expect(error?.code == .invalidRequest && error?.message.contains("connect timeout") == true)
    }
}
