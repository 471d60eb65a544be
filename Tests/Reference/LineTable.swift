import EndpointKit
import Foundation

/// Counts the lines of the sample `MarvelAPI`, without comments and blank lines, and writes README's table of them.
enum LineTable {
    /// The number of endpoints, which `EveryEndpointTests` hold to the service's documentation.
    static let endpointCount = 39

    private static let parts: [(name: String, paths: [String])] = [
        (
            "The endpoints, their routes, and the client's operations",
            ["Endpoints/MarvelEndpoint.swift", "Endpoints/Parent.swift", "MarvelClient.swift"]
        ),
        ("Whole lists, page by page", ["Endpoints/Lists.swift"]),
        ("Filters: every parameter, typed", ["Filters"]),
        ("Models: every field, with the service's quirks", ["Models"]),
        ("All kinds of resource alike, for a command", ["MarvelResource.swift"]),
        ("Settings, errors and images", ["MarvelConfiguration.swift", "MarvelError.swift", "Endpoints/ImageEndpoint.swift"]),
        ("Names from before, for callers", ["Endpoints/CharactersEndpoint.swift"]),
    ]

    /// Lines for an endpoint: its case, its route and its operation, with everything around them.
    static func linesPerEndpoint(in folder: URL) throws -> Double {
        Double(try parts[0].paths.reduce(0) { try $0 + count(folder.appending(path: $1)) }) / Double(endpointCount)
    }

    /// Throws where a file of the folder is in no part, or in two.
    static func text(of folder: URL) throws -> String {
        let counts = try parts.map { part in try part.paths.reduce(0) { try $0 + count(folder.appending(path: $1)) } }
        let all = counts.reduce(0, +)
        guard try all == count(folder) else {
            throw APIError(.configuration, "The parts of README's table have \(all) lines, and \(folder.path) has \(try count(folder)).")
        }
        let average = (try linesPerEndpoint(in: folder) * 10).rounded() / 10
        return """
            ## A whole API in \(all) lines

            [MarvelAPI](Samples/Marvel/MarvelAPI) is all of Marvel's API: \(endpointCount) endpoints with all their parameters, whole lists,
            and models with every field. Without comments and blank lines:

            | Part | Lines |
            |---|---|
            \(zip(parts, counts).map { "| \($0.name) | \($1) |" }.joined(separator: "\n"))
            | **All** | **\(all)** |

            That is \(average) lines for an endpoint with its route and its operation, models and filters apart.

            """
    }

    /// The lines of a file, or of all Swift files below a folder.
    private static func count(_ url: URL) throws -> Int {
        if url.pathExtension == "swift" {
            return try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline).count { line in
                let text = line.drop { $0 == " " }
                return !text.isEmpty && !text.hasPrefix("//")
            }
        }
        return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil).reduce(0) { try $0 + count($1) }
    }
}
