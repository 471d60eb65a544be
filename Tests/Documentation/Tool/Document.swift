import Foundation

/// A Markdown document of the repository, or the documentation comments in a source file: the code blocks, the headings, and the text
/// outside the code.
struct Document {
    struct Block: CustomStringConvertible {
        let language: String
        let lines: [Substring]
        let path: String
        /// The number of the first line in the document.
        let line: Int
        /// The name of the document, and the anchor of the heading before the block: `Cookbook.md#a-form`.
        let section: String
        /// The reason why it isn't compiled, from the comment before it: `<!-- not compiled: … -->`.
        let exception: String?

        var description: String { "\(path):\(line): \(lines.first ?? "")" }
    }
    let url: URL
    private(set) var blocks: [Block] = []
    private var headings: [String] = []
    private(set) var text = ""
    /// Whether the last block is closed.
    let isClosed: Bool

    init(_ url: URL) throws {
        self.url = url
        let source = try String(contentsOf: url, encoding: .utf8).split(separator: "\n", omittingEmptySubsequences: false)
        var block: (fence: Substring, language: String, lines: [Substring], line: Int)?
        var previous: Substring = ""
        for (index, line) in (url.pathExtension == "swift" ? Self.comments(of: source) : source).enumerated() {
            let fence = line.prefix { $0 == "`" }
            if let open = block {
                if fence == open.fence, line == fence {
                    let exception = try /<!-- not compiled: (.+) -->/.wholeMatch(in: previous).map { String($0.1) }
                    let section = ([url.lastPathComponent] + headings.suffix(1).map(Self.anchor(of:))).joined(separator: "#")
                    blocks.append(
                        Block(
                            language: open.language, lines: open.lines, path: url.path, line: open.line + 1, section: section,
                            exception: exception))
                    (block, previous) = (nil, "")
                } else {
                    block?.lines.append(line)
                }
            } else if fence.count >= 3 {
                block = (fence, String(line.dropFirst(fence.count)), [], index + 1)
            } else {
                previous = line
                if line.hasPrefix("#") { headings.append(line.drop { $0 == "#" || $0 == " " }.filter { $0 != "`" }) }
                text += line + "\n"
            }
        }
        isClosed = block == nil
    }

    /// The text of a source file's documentation comments, with each line in its place. Fences replace the empty lines around indented
    /// code, which is Swift.
    private static func comments(of source: [Substring]) -> [Substring] {
        var lines = source.map { line -> Substring in
            let comment = line.drop { $0 == " " }
            return comment.hasPrefix("///") ? comment.dropFirst(comment.hasPrefix("/// ") ? 4 : 3) : ""
        }
        var isCode = false
        for index in lines.indices.dropFirst() {
            let isIndented = lines[index].hasPrefix("    ")
            // An indented line that continues a list isn't code.
            if isIndented, !isCode, lines[index - 1].isEmpty {
                lines[index - 1] = "```swift"
                isCode = true
            } else if isCode, lines[index].isEmpty, index + 1 == lines.endIndex || !lines[index + 1].hasPrefix("    ") {
                lines[index] = "```"
                isCode = false
            }
            if isCode, isIndented { lines[index] = lines[index].dropFirst(4) }
        }
        return lines
    }

    /// The documents in a folder: its Markdown files, or its sources. Files that a build made are left out.
    static func all(in folder: URL, extension: String = "md") throws -> [Document] {
        var found: [Document] = []
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        while let file = files?.nextObject() as? URL {
            if file.pathExtension == `extension` { found.append(try Document(file)) }
        }
        return found
    }

    /// The targets of the links, except links to other hosts.
    var links: [String] {
        text.replacing(/`[^`]*`/, with: "").matches(of: /\]\(([^)\s]+)\)/).map { String($0.1) }.filter { !$0.contains("://") }
    }

    /// The inline code, which may continue on the next line.
    var code: [String] {
        text.matches(of: /(?:^|[^`])`([^`]+)`/).map { String($0.1).replacing("\n", with: " ") }
    }

    /// The symbols in double backticks.
    var symbols: [String] { text.matches(of: /``([^`]+)``/).map { String($0.1) } }

    var anchors: Set<String> { Set(headings.map(Self.anchor(of:))) }

    /// The anchor that GitHub makes from a heading.
    private static func anchor(of heading: String) -> String {
        heading.lowercased().filter { $0.isLetter || $0.isNumber || " -_".contains($0) }.replacing(" ", with: "-")
    }
}
