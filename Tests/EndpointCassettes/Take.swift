import EndpointCassettes
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// A cassette in its own folder.
struct Take {
    let folder: Folder
    let file: URL

    init(_ text: String? = nil) throws {
        folder = try Folder()
        file = folder.file("take.har")
        if let text { try folder.write(Array(text.utf8), to: "take.har") }
    }

    var text: String { get throws { try String(contentsOf: file, encoding: .utf8) } }

    /// The elements of `log.entries`.
    var entries: [JSON] { get throws { try JSON(parsing: text)["log"]?["entries"]?.array ?? [] } }

    /// Creates a recording transport, which saves when it is released, unless the mode is `record`.
    func recorder(
        _ mode: CassetteTransport.Mode = .replayOrRecord, order: CassetteTransport.Order = .byRequest,
        around base: any Transport = StubTransport(),
        redaction: Redaction? = nil
    ) throws -> CassetteTransport {
        try CassetteTransport(file, mode, order: order, around: base, redaction: redaction)
    }

    /// Creates a replaying transport, which must not call the transport that it wraps.
    func player(
        _ order: CassetteTransport.Order = .byRequest, matching: RequestMatching = .standard, redaction: Redaction? = nil
    ) throws -> CassetteTransport {
        let unreachable = StubTransport { _ in throw APIError(.custom, "A replay sent a request.") }
        return try CassetteTransport(file, .replay, order: order, matching: matching, around: unreachable, redaction: redaction)
    }
}
