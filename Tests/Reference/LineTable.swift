import EndpointKit
import Foundation

/// Counts the lines of the sample `MarvelAPI`, without comments and blank lines, and writes README's table of them.
enum LineTable {
    /// `EveryEndpointTests` hold the number to the service's documentation.
    private static let endpointCount = 39

    private static let endpoints = Part(
        "Endpoints, their routes, and the client's operations",
        ["Endpoints/MarvelEndpoint.swift", "Endpoints/Parent.swift", "MarvelClient.swift"])
    private static let lists = Part("Whole lists, page by page", ["Endpoints/Lists.swift"])
    private static let parts = [
        endpoints, lists,
        Part("Filters: every parameter, typed", ["Filters"]),
        Part("Models: every field, with the service's oddities", ["Models"]),
        Part("All kinds of resource alike, for a command", ["MarvelResource.swift"]),
        Part("Settings, errors and images", ["MarvelConfiguration.swift", "MarvelError.swift", "Endpoints/ImageEndpoint.swift"]),
        Part("The names of EndpointKit's documentation", ["Endpoints/CharactersEndpoint.swift"]),
    ]

    /// A row of the table: files, or folders with all that is in them.
    private struct Part {
        let name: String
        let paths: [String]

        init(_ name: String, _ paths: [String]) {
            self.name = name
            self.paths = paths
        }

        func lineCount(in sample: URL) throws -> Int { try paths.reduce(0) { try $0 + lines(in: sample.appending(path: $1)) } }
    }

    /// The lines for an endpoint on average: its case, route, operation and whole list, and everything around them.
    static func linesPerEndpoint(of sample: URL) throws -> Double {
        Double(try endpoints.lineCount(in: sample) + lists.lineCount(in: sample)) / Double(endpointCount)
    }

    /// Throws where the parts aren't the whole sample.
    static func text(of sample: URL) throws -> String {
        let all = try lines(in: sample)
        let sum = try parts.reduce(0) { try $0 + $1.lineCount(in: sample) }
        guard sum == all else {
            throw APIError(.configuration, "The parts of README's table have \(sum) lines, and \(sample.path) has \(all).")
        }
        let rows = try parts.map { "| \($0.name) | \(try $0.lineCount(in: sample)) |" }
        return """
            ## A whole API in \(all) lines

            [MarvelAPI](Samples/Marvel/MarvelAPI) is all of Marvel's API: \(endpointCount) endpoints with all their parameters, whole lists,
            and models with every field. Without comments and blank lines it has:

            | Part | Lines |
            |---|---|
            \(rows.joined(separator: "\n"))
            | **All** | **\(all)** |

            The first two rows are \((try linesPerEndpoint(of: sample) * 10).rounded() / 10) lines for each endpoint. Filters and models, \
            which name each parameter and each field, come on top.

            """
    }

    private static func lines(in url: URL) throws -> Int {
        guard url.pathExtension == "swift" else {
            return try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil).reduce(0) {
                try $0 + lines(in: $1)
            }
        }
        return try String(contentsOf: url, encoding: .utf8).split(whereSeparator: \.isNewline).count { line in
            let code = line.drop { $0 == " " }
            return !code.isEmpty && !code.hasPrefix("//")
        }
    }
}
