import EndpointKit
import InMemoryTracing
import Tracing

/// Writes finished spans as an indented tree, each with its attributes and events.
enum TraceText {
    /// - Parameter port: a loopback server's port, which differs each time and is written as 8080.
    static func text(of spans: [FinishedInMemorySpan], port: Int) -> String {
        spans.filter { span in !spans.contains { $0.spanID == span.parentSpanID } }
            .map { text(of: $0, in: spans, port: port, indentation: "") }.joined()
    }

    private static func text(of span: FinishedInMemorySpan, in spans: [FinishedInMemorySpan], port: Int, indentation: String) -> String {
        let status = span.status?.code == .error ? ", error" : ""
        var text = "\(indentation)\(span.operationName) (\(span.kind)\(status))\n"
        let inside = indentation + "    "
        var attributes: [String] = []
        span.attributes.forEach { name, value in attributes.append("\(name): \(plain(value, port: port))") }
        for attribute in attributes.sorted() { text += "\(inside)\(attribute)\n" }
        for child in spans where child.parentSpanID == span.spanID {
            text += self.text(of: child, in: spans, port: port, indentation: inside)
        }
        for event in span.events {
            text += "\(inside)event: \(event.name)"
            event.attributes.forEach { name, value in text += ", \(name) \(plain(value, port: port))" }
            text += "\n"
        }
        return text
    }

    private static func plain(_ value: SpanAttribute, port: Int) -> String {
        switch value {
        case .string(let text): text.replacing(":\(port)/", with: ":8080/")
        case .int64(let number): number == port ? "8080" : "\(number)"
        case .double(let number): "\(number)"
        default: "\(value)"
        }
    }
}
