internal import EndpointKit

/// An `Accept-Encoding` (RFC 9110, section 12.5.3). Without one, nothing is compressed.
struct AcceptedEncodings {
    private var weights: [String: Double] = [:]

    init(_ fields: [String]) {
        for element in fields.joined(separator: ",").lowercased().split(separator: ",") {
            let parts = element.split(separator: ";").map { part in part.removing { $0 == " " || $0 == "\t" } }
            guard let coding = parts.first else { continue }
            let weight = parts.dropFirst().first { $0.hasPrefix("q=") }
            weights[coding] = weight.map { Double($0.trimmingPrefix("q=")) ?? 0 } ?? 1
        }
    }

    var allowsGzip: Bool { (weights["gzip"] ?? weights["x-gzip"] ?? weights["*"] ?? 0) > 0 }
}
