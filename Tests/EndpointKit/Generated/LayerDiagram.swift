import EndpointKit
import Foundation

/// Draws the layers from `LayerTests`, which compares them with Sources, with the words of CONTRIBUTING's map.
enum LayerDiagram {
    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    private static let (margin, width, gap) = (24, 900, 12)

    static func text(_ scheme: Diagram.Scheme) throws -> String {
        let words = try words()
        var diagram = Diagram(scheme)
        var y = margin
        func place(_ row: [(name: String, path: String)], inset: Int) {
            let inner = width - 2 * inset - (row.count - 1) * gap
            let box = inner / row.count
            let height = row.map { Diagram.height(words[$0.path] ?? "", width: box) }.max() ?? 0
            for (index, folder) in row.enumerated() {
                let x = margin + inset + index * (box + gap)
                diagram.draw(folder.name, words[folder.path] ?? "", in: Diagram.Box(x: x, y: y, width: box, height: height))
            }
            y += height + gap
        }

        place([("EndpointKitTesting", "EndpointKitTesting")], inset: 0)
        for module in ["EndpointKit", "EndpointHTTP"] {
            let top = y
            y += 40
            // The highest layer is drawn first.
            for row in LayerTests.rows.reversed() where isFolder("\(module)/\(row[0])") {
                place(row.map { ($0, "\(module)/\($0)") }, inset: 16)
            }
            diagram.frame(module, in: Diagram.Box(x: margin, y: top, width: width, height: y - top + 4))
            y += 4 + gap
            if module == "EndpointKit" {
                place([("EndpointCurl", "EndpointCurl"), ("EndpointURLSession", "EndpointURLSession")], inset: 0)
            }
        }
        place(["JSONScanner", "ContentCoder", "CurlShim"].map { ($0, $0) }, inset: 0)
        return diagram.svg(width: width + 2 * margin, height: y - gap + margin, title: "The layers: a folder uses only those below it")
    }

    private static func isFolder(_ path: String) -> Bool {
        FileManager.default.fileExists(atPath: root.appending(path: "Sources/\(path)").path)
    }

    /// What CONTRIBUTING's map says about each folder.
    private static func words() throws -> [String: String] {
        let text = try String(contentsOf: root.appending(path: "CONTRIBUTING.md"), encoding: .utf8)
        guard let map = text.range(of: "## Map of the sources") else { throw APIError(.configuration, "CONTRIBUTING.md has no map.") }
        var words: [String: String] = [:]
        for row in text[map.upperBound...].matches(of: /(?m)^\| `([^`]+)` \| (.+) \|$/) {
            words[String(row.1)] = String(row.2).replacing("`", with: "")
        }
        return words
    }
}
