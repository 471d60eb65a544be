import EndpointConformance
import Foundation
import Testing

/// Each sentence of the rules in TransportContract.md, by its first words, with checks of it.
private let rules: [(sentence: String, checks: [String])] = [
    ("It sends the method", ["GET is sent unchanged", "escapes in path and query stay unchanged", "a request's header fields are sent"]),
    ("A file whose length", ["a file whose length has changed isn't sent"]),
    ("If `isAway` is true", ["a request that is away gets none of the program's fields"]),
    ("A transport returns a complete", ["a response arrives with its status, headers, body and URL", "a status of 500 is a response"]),
    ("For anything less", ["an answer shorter than its length is an error, never a response"]),
    (
        "It calls `validate()`",
        ["an invalid request is rejected, and nothing is sent", "an invalid context is rejected, and nothing is sent"]
    ),
    ("A connection setting that", ["a policy of the context is applied or rejected: an HTTP version"]),
    (
        "Every other setting",
        [
            "a policy of the context is applied or rejected: a Unix socket", "a policy of the context is applied or rejected: a proxy",
            "a policy of the context is applied or rejected: a connect timeout",
            "a policy of the context is applied or rejected: certificate authorities",
            "a policy of the context is applied or rejected: pinned keys",
            "a policy of the context is applied or rejected: a client certificate",
            "a policy of the context is applied or rejected: the minimum version of TLS",
        ]
    ),
    (
        "It sends a request only once",
        ["a POST whose answer never came isn't sent again", "a GET that isn't idempotent isn't sent again when its connection is reset"]
    ),
    (
        "If the connection is lost",
        [
            "a PUT with a body isn't sent again when its connection is closed without an answer",
            "a PUT without a body isn't sent again when its connection is reset",
        ]
    ),
    (
        "Nothing of one exchange",
        [
            "a field of one request isn't sent with the next", "a cancel leaves other calls alone",
            "the answer to a request that timed out isn't the next one's", "the rest of a released stream isn't the next answer's",
        ]
    ),
    ("When its task is cancelled", ["a cancel closes the socket in mid-body"]),
    ("If the task has already", ["a call cancelled before its start opens no connection"]),
    (
        "It follows no redirects",
        ["a redirect isn't followed", "a cookie isn't kept", "a 401 that asks for a password is a response"]
    ),
    (
        "A buffered body over",
        ["a body over the limit is rejected, and one of exactly its size isn't", "the body limit counts decoded bytes"]
    ),
    ("A silence longer", ["silence longer than the timeout is a timeout"]),
    ("A limit of zero", ["a limit of zero permits only an empty body"]),
    ("`stream` returns when", ["a stream's head arrives before its body, and chunks arrive as they are sent"]),
    (
        "A reader that pauses",
        ["a stalled reader of a stream slows the server down", "a reader that releases an endless stream closes the connection"]
    ),
    ("The body limit doesn't", ["the body limit doesn't bound a stream"]),
    ("A stream that has failed", ["a stream that has failed never ends as if it were complete"]),
    (
        "`error(for:)` creates",
        [
            "the reason for a refused connection is \"connect\"",
            "the reason for a connection that closes without an answer is \"disconnected\"",
            "the reason for a truncated body is \"truncated\"", "the reason for an answer that isn't HTTP is \"malformed\"",
        ]
    ),
    ("The error's text", ["an error holds no secret of the request"]),
]

@Suite struct ContractRulesTests {
    @Test func `TransportConformance: every sentence of the contract has a check`() throws {
        let article = URL(filePath: #filePath).deletingLastPathComponent().appending(
            path: "../../Sources/EndpointKit/EndpointKit.docc/TransportContract.md")
        let text = try String(contentsOf: article, encoding: .utf8)
        let section = try #require(
            text.components(separatedBy: "### The rules").dropFirst().first?.components(separatedBy: "\n\n").dropFirst().first)
        let sentences = section.split(separator: "- **").flatMap { rule in
            rule.replacing("\n  ", with: " ").replacing("\n", with: " ").replacing(#/``(?:\w+/)*([^`]+)``/#) { "`\($0.1)`" }
                .split(separator: ".** ").last.map { $0.matches(of: #/[^ ].*?\.(?: |$)/#).map { String($0.0) } } ?? []
        }
        try #require(sentences.count > 20)
        for sentence in sentences {
            #expect(rules.count { sentence.hasPrefix($0.sentence) } == 1, "checks of: \(sentence)")
        }
        let known = Set(TransportConformance.checks.map(\.name))
        for (sentence, checks) in rules {
            #expect(sentences.contains { $0.hasPrefix(sentence) }, "a rule \"\(sentence)\"")
            #expect(!checks.isEmpty && known.isSuperset(of: checks), "\(sentence)")
        }
    }
}
