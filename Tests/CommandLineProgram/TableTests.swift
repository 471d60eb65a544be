import EndpointKit
import Testing

@testable import CommandLineProgram

@Suite struct TableTests {
    @Test func `columns line up by what a terminal shows`() {
        let table = Table(
            columns: [.init(title: "ID", isNumber: true), .init(title: "NAME", limit: 8), .init(title: "DAY")],
            rows: [["7", "Ay", "x"], ["1009610", "漫画家", ""], ["42", "Spider-Man", "y"], ["1", "e\u{301}t\nwo", "z"]])
        #expect(
            table.text == """
                     ID  NAME      DAY
                      7  Ay        x
                1009610  漫画家
                     42  Spider-…  y
                      1  e\u{301}t wo     z

                """)
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漫", 2), ("한", 2), ("ｱ", 1), ("Ａ", 2), ("🕷", 1), ("🕷️", 2), ("👨‍👩‍👧", 2),
        ("\u{200B}", 0),
        ("🇩🇪", 2),
    ])
    func `a character is as wide as its columns`(text: String, width: Int) {
        #expect(TerminalText.width(text) == width)
    }

    @Test(arguments: [
        ("Spider-Man", 10, "Spider-Man"), ("Spider-Man", 9, "Spider-M…"), ("Spider Man", 8, "Spider…"), ("漫画家", 4, "漫…"),
        ("漫画家", 5, "漫画…"), ("漫画家", 6, "漫画家"), ("ab", 1, "…"), ("", 5, ""),
    ])
    func `long text is cut where it fits, with a mark`(text: String, width: Int, result: String) {
        #expect(TerminalText.truncated(text, to: width) == result)
    }

    @Test(arguments: [
        ("a\r\nb", "a b"), ("  a  b ", "a b"), ("\u{1B}[2Jx", "[2Jx"), ("a\u{202E}b", "a b"), ("a\u{85}\u{7F}\u{0}b", "a b"), ("", ""),
    ])
    func `nothing steers the terminal`(text: String, line: String) {
        #expect(text.visibleWords == line)
    }
}
