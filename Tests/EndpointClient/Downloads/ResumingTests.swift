import EndpointKit
import Foundation
import TestSupport
import Testing

/// A suite for downloads that break off and are resumed.
protocol ResumingTests {
    var folder: Folder { get }
    var server: RangeServer { get }
}

extension ResumingTests {
    func download(_ query: Query = [:], resuming: Bool = true) -> Call<URL> {
        server.client.download(.get("file", query: query), to: folder.file("a"), resuming: resuming)
    }

    /// A download that ends after four bytes.
    func breakOff(_ query: Query = [:], resuming: Bool = true) async {
        server.change { $0.breaksOffAfter = 4 }
        #expect(reason(of: await failure { try await download(query, resuming: resuming).value }) == .truncated)
        server.change { $0.breaksOffAfter = nil }
    }

    func expectWhole(_ text: String = "0123456789") throws {
        #expect(try String(contentsOf: folder.file("a"), encoding: .utf8) == text)
        #expect(try folder.permissions("a") == 0o600)
        #expect(folder.names == ["a"])
    }

    var ranges: [String?] { server.requests.map { $0.headers["Range"] } }
}
