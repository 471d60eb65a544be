import EndpointKit
import Foundation

/// Draws boxes with text, and arrows between them, as SVG for a light or a dark page.
struct Diagram {
    enum Scheme: CaseIterable {
        case light, dark

        fileprivate var colors: (page: String, box: String, frame: String, line: String, title: String, text: String) {
            switch self {
            case .light: ("#ffffff", "#f4f6fa", "#c3cbd9", "#5b6b85", "#1d2a3f", "#4a5568")
            case .dark: ("#161b22", "#222b38", "#3d4a5e", "#8fa1bd", "#e8edf5", "#aab6c8")
            }
        }
    }

    struct Box {
        let x, y, width, height: Int
        var bottom: Int { y + height }
        var middle: Int { x + width / 2 }
    }

    static let lineHeight = 18
    private let scheme: Scheme
    private var parts: [String] = []

    init(_ scheme: Scheme) { self.scheme = scheme }

    /// The lines of `text`, each short enough to fit into `width`.
    static func lines(_ text: String, width: Int) -> [String] {
        // A letter is about 6.4 wide at the font size of 12.
        let limit = (width - 32) * 10 / 64
        var lines: [String] = []
        for word in text.split(separator: " ") {
            if let last = lines.last, last.count + 1 + word.count <= limit {
                lines[lines.count - 1] += " \(word)"
            } else {
                lines.append(String(word))
            }
        }
        return lines
    }

    /// The height of a box of `width` with this text.
    static func height(_ text: String, width: Int) -> Int { 42 + lines(text, width: width).count * lineHeight }

    mutating func draw(_ title: String, _ text: String, in box: Box) {
        let colors = scheme.colors
        rectangle(box, fill: colors.box, stroke: colors.frame)
        write(title, x: box.x + 16, y: box.y + 26, size: 14, weight: 600, color: colors.title)
        for (index, line) in Self.lines(text, width: box.width).enumerated() {
            write(line, x: box.x + 16, y: box.y + 46 + index * Self.lineHeight, size: 12, weight: 400, color: colors.text)
        }
    }

    /// Draws a line along `points`, with an arrowhead at its end.
    mutating func arrow(_ points: [(x: Int, y: Int)], label: String? = nil) {
        let path = points.map { "\($0.x),\($0.y)" }.joined(separator: " ")
        let style = "fill=\"none\" stroke=\"\(scheme.colors.line)\" stroke-width=\"1.5\" marker-end=\"url(#head)\""
        parts.append("<polyline points=\"\(path)\" \(style)/>")
        if let label, points.count > 1 {
            let corner = points[points.count / 2]
            write(label, x: corner.x + 8, y: (points[0].y + corner.y) / 2 + 4, size: 12, weight: 400, color: scheme.colors.text)
        }
    }

    private mutating func rectangle(_ box: Box, fill: String, stroke: String) {
        let place = "x=\"\(box.x)\" y=\"\(box.y)\" width=\"\(box.width)\" height=\"\(box.height)\""
        parts.append("<rect \(place) rx=\"8\" fill=\"\(fill)\" stroke=\"\(stroke)\"/>")
    }

    private mutating func write(_ text: String, x: Int, y: Int, size: Int, weight: Int, color: String) {
        let escaped = text.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
        parts.append("<text x=\"\(x)\" y=\"\(y)\" font-size=\"\(size)\" font-weight=\"\(weight)\" fill=\"\(color)\">\(escaped)</text>")
    }

    func svg(width: Int, height: Int, title: String) -> String {
        let colors = scheme.colors
        return """
            <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" viewBox="0 0 \(width) \(height)" role="img" \
            font-family="-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif">
            <title>\(title)</title>
            <defs><marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">\
            <path d="M0,0 L8,4 L0,8 z" fill="\(colors.line)"/></marker></defs>
            <rect width="\(width)" height="\(height)" rx="12" fill="\(colors.page)"/>
            \(parts.joined(separator: "\n"))
            </svg>

            """
    }
}
