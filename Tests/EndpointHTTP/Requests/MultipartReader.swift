import EndpointKit
import Foundation

/// Reads `multipart/form-data` according to RFC 2046 and RFC 7578; nil if it is invalid.
struct MultipartReader {
    struct Part: Equatable {
        var headers: [String]
        var body: Data
    }

    static func parts(of bytes: Data, boundary: String) -> [Part]? {
        var rest = Data("\r\n".utf8) + bytes
        var parts: [Part] = []
        let delimiter = Data("\r\n--\(boundary)".utf8)
        guard rest.starts(with: delimiter) else { return nil }
        rest = Data(rest.dropFirst(delimiter.count))
        while rest.starts(with: Data("\r\n".utf8)) {
            guard let end = rest.range(of: delimiter), let head = rest.range(of: Data("\r\n\r\n".utf8)), head.upperBound <= end.lowerBound
            else { return nil }
            let lines = String(decoding: rest[2..<head.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
            parts.append(Part(headers: lines, body: Data(rest[head.upperBound..<end.lowerBound])))
            rest = Data(rest[end.upperBound...])
        }
        return rest == Data("--\r\n".utf8) ? parts : nil
    }

    static func boundary(of entity: HTTPBodyEntity) -> String? {
        entity.contentType?.wholeMatch(of: /multipart\/form-data; boundary=(?:"(.*)"|([^" ]+))/).flatMap { $0.output.1 ?? $0.output.2 }
            .map(String.init)
    }

    static func parts(of entity: HTTPBodyEntity) async throws -> [Part]? {
        guard let boundary = boundary(of: entity) else { return nil }
        return parts(of: try await entity.bytes(), boundary: boundary)
    }
}
