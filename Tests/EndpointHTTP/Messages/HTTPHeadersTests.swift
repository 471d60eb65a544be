import EndpointKit
import Testing

@Suite struct HTTPHeadersTests {
    @Test func `HTTPHeaders: names are case-insensitive, and the first value is returned`() {
        var headers: HTTPHeaders = ["Link": "<a>", "X-One": "1"]
        headers.append("LINK", "<b>")
        #expect(headers["link"] == "<a>")
        #expect(headers.values(for: "lInK") == ["<a>", "<b>"])
        #expect(headers.contains("x-one"))
        #expect(!headers.contains("x-two"))
        #expect(headers["x-two"] == nil)
        #expect(headers.map(\.name) == ["Link", "X-One", "LINK"])
    }

    @Test(arguments: [("[", "{"), ("@", "`"), ("_", "\u{7F}"), ("É", "é"), ("K", "\u{212A}"), ("a", "ab"), ("", "a")])
    func `HTTPHeaders: only ASCII letters are compared case-insensitively`(a: String, b: String) {
        let headers: HTTPHeaders = ["X\(a)": "1"]
        #expect(!headers.contains("X\(b)"))
    }

    @Test func `HTTPHeaders: a nil value is omitted from a literal, and names may repeat there`() {
        let none: String? = nil
        let headers: HTTPHeaders = ["A": "1", "B": none, "a": "2"]
        #expect(headers.values(for: "A") == ["1", "2"])
        #expect(headers.count == 2)
    }

    @Test func `HTTPHeaders: setting replaces all values, at the position of the first`() {
        var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3", "C": "4"]
        headers["a"] = "5"
        #expect(headers.map { "\($0.name)=\($0.value)" } == ["A=5", "B=2", "C=4"])
        headers["D"] = "6"
        #expect(headers.last?.name == "D")
    }

    @Test func `HTTPHeaders: setting nil removes every value`() {
        var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]
        headers["A"] = nil
        headers["missing"] = nil
        #expect(headers == ["B": "2"])
    }

    @Test func `HTTPHeaders: a union keeps existing fields and adds the others as a whole`() {
        var headers: HTTPHeaders = ["accept": "text/csv", "X": "1"]
        headers.formUnion(["Accept": "*/*", "Link": "<a>", "link": "<b>", "x": "2"])
        #expect(headers.map { "\($0.name)=\($0.value)" } == ["accept=text/csv", "X=1", "Link=<a>", "link=<b>"])
    }

    static let samples: [HTTPHeaders] = [
        [:], ["A": "1"], ["a": "1"], ["A": "1", "B": "2"], ["B": "2", "A": "1"], ["A": "2"], ["A": "1", "a": "1"], ["É": "1"], ["é": "1"],
        ["K": "1"], ["\u{212A}": "1"], ["k": "1"],
    ]

    @Test(arguments: samples, samples)
    func `HTTPHeaders: equal headers hash equally, and differ by order, number, name or value`(a: HTTPHeaders, b: HTTPHeaders) {
        let same = { (headers: HTTPHeaders) in headers.map { [$0.name.replacing(/[A-Z]/) { $0.output.lowercased() }, $0.value] } }
        #expect((a == b) == (same(a) == same(b)))
        if a == b { #expect(a.hashValue == b.hashValue) }
    }
}
