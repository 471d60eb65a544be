import Foundation

/// A Markdown document of the repository: its code blocks, its headings, and the text outside its code.
struct Document {
    struct Block: CustomStringConvertible {
        let language: String
        let lines: [Substring]
        let place: String

        var description: String { "\(place): \(lines.first ?? "")" }
    }
    let url: URL
    private(set) var blocks: [Block] = []
    private(set) var headings: [String] = []
    private(set) var text = ""
    /// Whether the last block ends.
    let isClosed: Bool

    init(_ url: URL) throws {
        self.url = url
        var block: (fence: Substring, language: String, lines: [Substring], line: Int)?
        for (index, line) in try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            let fence = line.prefix { $0 == "`" }
            if let open = block {
                if fence == open.fence, line == fence {
                    blocks.append(Block(language: open.language, lines: open.lines, place: "\(url.lastPathComponent):\(open.line)"))
                    block = nil
                } else {
                    block?.lines.append(line)
                }
            } else if fence.count >= 3 {
                block = (fence, String(line.dropFirst(fence.count)), [], index + 1)
            } else {
                if line.hasPrefix("#") { headings.append(line.drop { $0 == "#" || $0 == " " }.filter { $0 != "`" }) }
                text += line + "\n"
            }
        }
        isClosed = block == nil
    }

    /// Documents of a folder, without those of its build.
    static func all(in folder: URL) throws -> [Document] {
        var found: [Document] = []
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        while let file = files?.nextObject() as? URL {
            if file.pathExtension == "md" { found.append(try Document(file)) }
        }
        return found
    }

    /// The targets of the links, without those of other hosts.
    var links: [String] {
        text.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { !$0.contains("://") }
    }

    /// What `<doc:…>` names.
    var articles: [String] { text.matches(of: /<doc:([^>]+)>/).map { String($0.1) } }

    /// What double backticks name.
    var symbols: [String] { text.matches(of: /``([^`]+)``/).map { String($0.1) } }

    /// The anchors that GitHub makes of the headings.
    var anchors: Set<String> {
        Set(headings.map { $0.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-") })
    }
}

extension Document.Block {
    /// Whether the block's lines stand in `source` one after the other, all indented by as much.
    func isFound(in source: [Substring]) -> Bool {
        guard let first = lines.first else { return true }
        return source.indices.contains { start in
            guard source[start].hasSuffix(first), source.count - start >= lines.count else { return false }
            let indentation = source[start].dropLast(first.count)
            guard indentation.allSatisfy({ $0 == " " }) else { return false }
            return zip(lines, source[start...]).allSatisfy { $0.isEmpty ? $1.isEmpty : $1 == indentation + $0 }
        }
    }
}
