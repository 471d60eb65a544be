import EndpointKit
import Foundation
import Testing

/// Names as services send them, and as attackers might.
@Suite struct ContentDispositionTests {
    private static let names: [(field: String?, url: String?, name: String?)] = [
        ("attachment; filename=\"film.mp4\"", nil, "film.mp4"), ("attachment; filename=film.mp4", nil, "film.mp4"),
        ("inline; FileName = \"a b.txt\"", nil, "a b.txt"), ("attachment; filename=\"a\\\"b.txt\"", nil, "a\"b.txt"),
        ("attachment; filename=\"plain.txt\"; filename*=UTF-8''na%C3%AFve%20%E2%82%AC.txt", nil, "naïve €.txt"),
        ("attachment; filename*=iso-8859-1'en'%A3.txt; filename=\"x\"", nil, "£.txt"),
        ("attachment; filename*=UTF-8''%FF.txt; filename=\"x.txt\"", nil, "x.txt"), ("attachment; filename*=%41; filename=b", nil, "b"),
        ("attachment", "https://example.com/a/film%20one.mp4?x=1#y", "film one.mp4"), (nil, "https://example.com/a/b/", "b"),
        (nil, "https://example.com/", nil), (nil, nil, nil), ("attachment; filename=\"\"", "https://example.com/a", "a"),
        // No path, no dots, and no hidden characters.
        ("attachment; filename=\"../../etc/passwd\"", nil, "passwd"), ("attachment; filename=\"..\\\\..\\\\boot.ini\"", nil, "boot.ini"),
        ("attachment; filename=\"..\"", nil, nil), ("attachment; filename=\".bashrc\"", nil, "bashrc"),
        ("attachment; filename=\"a/\"", nil, nil),
        ("attachment; filename*=UTF-8''%2e%2e%2f%2e%2e%2fx", nil, "x"), ("attachment; filename*=UTF-8''a%00b%0Ac", nil, "abc"),
        ("attachment; filename*=UTF-8''gpj.%E2%80%AEexe.txt", nil, "gpj.exe.txt"), ("attachment; filename=\" a. \"", nil, "a"),
        (nil, "https://example.com/%2e%2e%2fsecret", "secret"),
        // A joiner or an accent forms one character with the slash or the dot before it.
        ("attachment; filename*=UTF-8''x%2F%E2%80%8D..%2F%E2%80%8D..%2F%E2%80%8Detc%2F%E2%80%8Dpasswd", nil, "passwd"),
        ("attachment; filename*=UTF-8''a%2F%CC%81b", nil, "\u{301}b"), ("attachment; filename*=UTF-8''a%5C%EF%B8%8Fb", nil, "\u{FE0F}b"),
        ("attachment; filename*=UTF-8''.%CC%81bashrc", nil, "\u{301}bashrc"), ("attachment; filename*=UTF-8''.%E2%80%8D.", nil, nil),
    ]

    @Test(arguments: names.indices) func `Content-Disposition: a suggested name is safe to append to a folder`(index: Int) {
        let (field, url, name) = Self.names[index]
        var response = HTTPResponse(headers: field.map { ["Content-Disposition": $0] } ?? [:])
        response.url = url.flatMap { URL(string: $0) }
        #expect(response.suggestedFilename == name)
    }

    @Test func `Content-Disposition: a long name keeps its extension and whole characters`() throws {
        let response = HTTPResponse(headers: [
            "Content-Disposition": "attachment; filename=\"\(String(repeating: "é", count: 300)).tar.gz\""
        ])
        let name = try #require(response.suggestedFilename)
        #expect(name == String(repeating: "é", count: 126) + ".gz")
        let endless = HTTPResponse(headers: ["Content-Disposition": "attachment; filename=\"a.\(String(repeating: "b", count: 300))\""])
        #expect(endless.suggestedFilename?.utf8.count == 255)
        // One character of 601 bytes: no part of it fits, and the rest has no leading dot.
        let accents = "a" + String(repeating: "%CC%81", count: 300)
        let single = HTTPResponse(headers: ["Content-Disposition": "attachment; filename*=UTF-8''\(accents).gz"])
        #expect(single.suggestedFilename == "gz")
    }
}
