import EndpointKit
import EndpointKitTesting
import TestSupport
import Testing

@Suite struct TransferProgressUploadTests {
    @Test func `TransferProgress: an upload and its response are reported from start to end`() async throws {
        let server = try LoopbackServer { request in
            guard case .data(let body)? = request.body?.content else { return HTTPResponse(status: 400) }
            return HTTPResponse(headers: ["X-Length": request.headers["Content-Length"]], body: body.prefix(1000))
        }
        let client = server.client()
        let reports = Recorder<TransferProgress>()
        let body = Data(repeating: 65, count: 300_000)
        let reply = try await client.data(.put("file", body: body)).onProgress { reports.record($0) }.response
        #expect(reply.value.count == 1000)
        #expect(reply.headers["X-Length"] == "300000")

        let up = reports.values.filter { $0.direction == .upload }
        #expect(up.first?.completedBytes == 0)
        #expect(up.last?.completedBytes == 300_000)
        #expect(up.allSatisfy { $0.totalBytes == 300_000 })
        #expect(up.map(\.completedBytes) == up.map(\.completedBytes).sorted())
        let down = reports.values.filter { $0.direction == .download }
        #expect(down.last == TransferProgress(direction: .download, completedBytes: 1000, totalBytes: 1000))
    }
}
