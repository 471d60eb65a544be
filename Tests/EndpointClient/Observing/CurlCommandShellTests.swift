import EndpointKit
import Foundation
import TestSupport
import Testing

/// Checks how the shell reads a command. `curl` is a shell function here, which prints its arguments in brackets, and its input.
@Suite struct CurlCommandShellTests {
    static let odd = [
        "plain", "it's", "''", "a b", "$HOME `id` $(id) \\ \"", "!x", "*?[a]{b}", "#", "~", "-n", "a\tb", "tschüß 東京 😀", "a;b|c&d<e>f",
        "\u{85}\u{9B}31m",
        "\u{202E}txt.exe", "%s%d%%", "'\\''", "\u{1B}[31m", "=x",
    ]

    private func run(_ request: HTTPRequest, redacting redaction: Redaction = .nothing, in program: String = "sh") async throws -> String {
        let command = request.curlCommand(redacting: redaction)
        let shell = #"curl() { for word; do printf '[%s]' "$word"; done; case "$*" in *@-*) cat;; esac; }; "#
        return String(decoding: try await SystemProgram.run(program, ["-c", shell + command]), as: UTF8.self)
    }

    private func request(_ edit: (inout HTTPRequest) -> Void = { _ in }) throws -> HTTPRequest {
        var request = HTTPRequest(origin: try #require(Origin(scheme: .https, host: "example.com")), path: "/items")
        edit(&request)
        return request
    }

    @Test(arguments: odd)
    func `curlCommand: a header reaches curl unchanged`(text: String) async throws {
        #expect(try await run(request { $0.headers["X-Odd"] = text }).contains("[-H][X-Odd: \(text)]"))
    }

    @Test(arguments: odd + ["{\"a\": 1}", "@/etc/passwd", "--boundary\r\nx: y\r\n\r\n", "line\nline", "", "-", "\\n\\", "\u{7F}8"])
    func `curlCommand: a body reaches curl unchanged`(text: String) async throws {
        let output = try await run(request { $0.body = HTTPBodyEntity(contentType: nil, content: .data(Data(text.utf8))) })
        let isArgument = output.contains("[--data-raw][\(text)]")
        #expect(isArgument || output.contains("[--data-binary][@-]") && output.hasSuffix("]\(text)"))
    }

    @Test(arguments: ["a\n\u{0}", "a\u{0}\n\u{0}\n", "\n\u{0}\u{0}"])
    func `curlCommand: a word loses only NULs, which no word can contain`(text: String) async throws {
        let word = text.replacing("\u{0}", with: "")
        #expect(try await run(request { $0.headers["X-Odd"] = text }).utf8.firstRange(of: "[-H][X-Odd: \(word)]".utf8) != nil)
    }

    private static let delimiters = "'\"`$\\;&|<>()!#~ \t"

    @Test(arguments: ["sh", "bash", "dash"].filter(SystemProgram.isInstalled))
    func `curlCommand: a shell reads each word as it is, although a mark is beside a quote`(shell: String) async throws {
        for text in MarkedTexts.texts(beside: Self.delimiters) + ["O'\u{301};echo broken;:'\u{301}"] {
            let output = try await run(request { $0.headers["X-Odd"] = text }, in: shell)
            #expect(output.utf8.firstRange(of: "[-H][X-Odd: \(text)]".utf8) != nil, "\(text.debugDescription)")
            #expect(try await run(request { $0.headers["Accept-Language"] = text }, redacting: .standard, in: shell).hasPrefix("["))
        }
        for text in MarkedTexts.lines(beside: Self.delimiters) {
            let output = try await run(request { $0.body = HTTPBodyEntity(contentType: nil, content: .data(Data(text.utf8))) }, in: shell)
            let isArgument = output.utf8.firstRange(of: "[--data-raw][\(text)]".utf8) != nil
            #expect(
                isArgument
                    || output.utf8.firstRange(of: "[--data-binary][@-]".utf8) != nil
                        && Data(output.utf8).suffix(text.utf8.count) == Data(text.utf8)
            )
            let file = URL(filePath: "/tmp/\(text)")
            let read = try await run(request { $0.body = HTTPBodyEntity(contentType: nil, content: .file(file)) }, in: shell)
            #expect(read.utf8.firstRange(of: "[--data-binary][@\(file.path)]".utf8) != nil, "\(text.debugDescription)")
        }
    }

    @Test func `curlCommand: it is one line that can't control a terminal`() throws {
        for text in Self.odd + ["a\r\nb"] {
            let command = try request {
                $0.method = .put
                $0.headers["X-Odd"] = text
                $0.body = HTTPBodyEntity(contentType: text, content: .data(Data(text.utf8)))
            }.curlCommand(redacting: .nothing)
            let shown = command.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) && $0 != "\u{202E}" }
            #expect(shown)
        }
    }

    @Test func `curlCommand: bytes that aren't text are written by printf`() async throws {
        let bytes = Data((0...255).map { UInt8($0) })
        let command = try request { $0.body = HTTPBodyEntity(contentType: nil, content: .data(bytes)) }.curlCommand(redacting: .nothing)
        let input = try #require(command.firstRange(of: " | curl ").map { command[..<$0.lowerBound] })
        let output = try await SystemProgram.shell("\(input) | od -An -v -tu1")
        let numbers = String(decoding: output, as: UTF8.self)
        #expect(numbers.split(whereSeparator: \.isWhitespace).map { UInt8($0) } == Array(bytes))
    }
}
