import EndpointKit
import Foundation

/// Draws the modules of Package.swift, each below those that use it, with the descriptions in the map of the sources.
enum LayerDiagram {
    struct Module {
        let name: String
        let uses: [String]
    }

    private static let root = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL
    private static let (margin, width, gap) = (24, 900, 12)

    static func text(_ scheme: Diagram.Scheme) throws -> String {
        let words = Dictionary(uniqueKeysWithValues: try map().map { ($0.name, $0.words) })
        var diagram = Diagram(scheme)
        var y = margin
        for row in try rows() {
            let box = (width - (row.count - 1) * gap) / row.count
            let texts = row.map { module in
                let folders = words.keys.filter { $0.split(separator: "/").count == 2 && $0.hasPrefix("\(module)/") }.sorted()
                    .map { $0.dropFirst(module.count + 1) }
                return (words[module] ?? "") + (folders.isEmpty ? "" : " \(folders.joined(separator: ", ")).")
            }
            let height = texts.map { Diagram.height($0, width: box) }.max() ?? 0
            for (index, module) in row.enumerated() {
                diagram.draw(module, texts[index], in: Diagram.Box(x: margin + index * (box + gap), y: y, width: box, height: height))
            }
            y += height + gap
        }
        return diagram.svg(width: width + 2 * margin, height: y - gap + margin, title: "The modules: each uses only modules below it")
    }

    /// The modules in rows, the highest first. A module is one row above the highest module that it uses.
    private static func rows() throws -> [[String]] {
        var level: [String: Int] = [:]
        // The manifest begins with the lowest module.
        for module in try modules() { level[module.name] = (module.uses.compactMap { level[$0] }.max() ?? -1) + 1 }
        return Dictionary(grouping: level.keys) { level[$0] ?? 0 }.sorted { $0.key > $1.key }.map { $0.value.sorted() }
    }

    /// The modules of Sources, and what each uses.
    static func modules() throws -> [Module] {
        let manifest = try String(contentsOf: root.appending(path: "Package.swift"), encoding: .utf8)
        let targets = manifest.matches(of: /(?m)^        \.target\(\s*name: "([^"]+)"((?:.|\n)*?)\),\n(?=        [.\/]|\n)/)
        let all = targets.filter { !$0.2.contains("path:") }.map { (String($0.1), $0.2) }
        let names = Set(all.map(\.0))
        return all.map { name, rest in
            Module(name: name, uses: rest.matches(of: /"([A-Za-z]+)"/).map { String($0.1) }.filter { $0 != name && names.contains($0) })
        }
    }

    /// The rows of the map of Sources.
    static func map() throws -> [(name: String, words: String)] {
        let text = try String(contentsOf: root.appending(path: "Sources/README.md"), encoding: .utf8)
        return text.matches(of: /(?m)^\| `([^`]+)` \| ([^|]+) \|$/).map { (String($0.1), String($0.2).replacing("`", with: "")) }
    }
}
