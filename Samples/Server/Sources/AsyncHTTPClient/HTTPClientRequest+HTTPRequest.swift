import AsyncHTTPClient
import EndpointKit
import Foundation
import NIOCore
import NIOHTTP1

extension HTTPClient.Request {
    typealias Upload = @Sendable (HTTPBodyEntity, HTTPClient.Body.StreamWriter) -> EventLoopFuture<Void>

    /// - Parameters:
    ///   - name: the name of the exchange.
    ///   - upload: sends a body that isn't in memory. It is called only once there is a connection. If none can be made, a stream that can be
    ///     read only once is still available for another attempt.
    init(_ request: HTTPRequest, _ url: URL, in context: TransferContext, name: String, upload: @escaping Upload) throws {
        var fields = NIOHTTP1.HTTPHeaders()
        fields.reserveCapacity(request.headers.count + 4)
        fields.add(name: ExchangeHandler.field, value: name)
        // AsyncHTTPClient would spell an IPv6 host differently, and leave out the field for a Unix socket.
        if !request.headers.contains("Host") { fields.add(name: "Host", value: request.origin.authority) }
        for field in request.headers { fields.add(name: field.name, value: field.value) }
        if !request.headers.contains("Accept-Encoding"), !request.headers.contains("Range") {
            fields.add(name: "Accept-Encoding", value: ContentDecoding.accepted)
        }
        var target: URL? = url
        if let socket = context.connection.unixSocket {
            let text = request.urlText
            target = URL(httpURLWithSocketPath: socket, uri: String(text.dropFirst(request.origin.description.count)))
        }
        guard let target else { throw HTTPClientError.invalidURL }
        try self.init(
            url: target, method: NIOHTTP1.HTTPMethod(rawValue: request.method.rawValue), headers: fields,
            body: Self.body(of: request, upload: upload))
    }

    private static func body(of request: HTTPRequest, upload: @escaping Upload) -> HTTPClient.Body? {
        // A HEAD's content has no meaning (RFC 9110, section 9.3.2).
        guard let body = request.body, request.method != .head else { return nil }
        if case .data(let data) = body.content { return .bytes(data) }
        return .stream(contentLength: body.length) { upload(body, $0) }
    }
}

extension Origin {
    /// `example.com`, with the port unless it is the scheme's default.
    fileprivate var authority: String { String(description.dropFirst(scheme.rawValue.count + 3)) }
}
