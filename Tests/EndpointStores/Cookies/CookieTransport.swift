import EndpointKit
import EndpointKitTesting
import Foundation

@testable import EndpointStores

/// The steps that a client takes with its jar for each request, without the client.
struct CookieTransport: Transport {
    let base: any Transport
    let jar: CookieJar

    init(around base: any Transport, jar: CookieJar) {
        self.base = base
        self.jar = jar
    }

    func send(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponse {
        let start = try jar.moment
        let response = try await base.send(try jar.adding(to: request), in: context)
        try await jar.keep(response.headers, of: request, since: start, context.interruption, timeLeft: context.timeLeft)
        return response
    }

    func stream(_ request: HTTPRequest, in context: TransferContext) async throws -> HTTPResponseStream {
        let start = try jar.moment
        let stream = try await base.stream(try jar.adding(to: request), in: context)
        try await jar.keep(stream.headers, of: request, since: start, context.interruption, timeLeft: context.timeLeft)
        return stream
    }
}
