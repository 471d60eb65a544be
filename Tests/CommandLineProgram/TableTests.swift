import EndpointKit
import Testing

@testable import CommandLineProgram

@Suite struct TableTests {
    private static let columns: [Table.Column] = [.init("ID", isNumber: true), .init("NAME"), .init("WHERE"), .init("DAY")]
    private static let rows = [
        ["7", "Ay", "here", "x"], ["1009610", "漫画家漫画家漫画家", "", ""], ["42", "Spider-Man and his friends", "New York City", "y"],
        ["1", "e\u{301}t\nwo", "there", "z"],
    ]

    @Test func `Table: columns align by display width, and nothing is truncated without a terminal`() {
        #expect(
            Table(columns: Self.columns, rows: Self.rows).text == """
                     ID  NAME                        WHERE          DAY
                      7  Ay                          here           x
                1009610  漫画家漫画家漫画家
                     42  Spider-Man and his friends  New York City  y
                      1  e\u{301}t wo                       there          z

                """)
    }

    @Test(arguments: [20, 30, 36, 40, 44, 50, 60, 200])
    func `Table: no line is wider than the terminal`(width: Int) {
        let lines = Table(columns: Self.columns, rows: Self.rows, width: width).text.split(separator: "\n").map(String.init)
        #expect(lines.count == 5 && lines.allSatisfy { TerminalText.width($0) <= max(width, 7) })
        #expect(lines[0].contains("DAY") == (width >= 49))
    }

    @Test(arguments: [10, 30, 40, 60])
    func `Table: all requested columns are kept, on wrapped lines if necessary`(width: Int) {
        let text = Table(columns: Self.columns, rows: Self.rows, width: width, keepsColumns: true).text
        let lines = text.split(separator: "\n").map(String.init)
        #expect(lines[0].hasSuffix("DAY") && lines[1].contains("Ay") && lines[1].hasSuffix("x"))
        // The minimum width: the number, the gaps, two short strings and the day.
        #expect(lines.allSatisfy { TerminalText.width($0) <= max(width, 7 + 6 + 16 + 3) })
    }

    @Test func `Table: later rows keep the column widths`() {
        let table = Table(columns: Self.columns, rows: [["7", "Ay", "here", "x"]], width: 30)
        #expect(table.text(ofMore: [["8", "Spider-Man", "there", "y"]]) == " 8  Spi…  there  y\n")
        let piped = Table(columns: Self.columns, rows: [["7", "Ay", "here", "x"]])
        #expect(piped.text(ofMore: [["8", "Spider-Man", "there", "y"]]) == " 8  Spider-Man  there  y\n")
    }

    @Test func `Table: lines are broken between words`() {
        #expect(TerminalText.wrapped("one two three four", to: 9) == ["one two", "three", "four"])
        #expect(TerminalText.wrapped("漫画 漫画 a", to: 9) == ["漫画 漫画", "a"])
        #expect(TerminalText.wrapped("extraordinary x", to: 5) == ["extraordinary", "x"])
    }

    @Test(arguments: [
        ("", 0), ("abc", 3), ("é", 1), ("e\u{301}", 1), ("漫", 2), ("한", 2), ("ｱ", 1), ("Ａ", 2), ("🕷", 1), ("🕷️", 2), ("👨‍👩‍👧", 2),
        ("\u{200B}", 0),
        ("🇩🇪", 2), ("🇩🇪🇯🇵", 4), ("🇩", 1), ("👍🏽", 2), ("☝🏽", 2), ("🏴‍☠️", 2), ("1️⃣", 2), ("❤", 1), ("❤️", 2), ("a\u{FE0F}", 1),
        ("\u{1100}\u{1161}\u{11A8}", 2), ("\u{1161}", 0), ("ᄀ", 2), ("〈", 2), ("〈", 2), ("〿", 1), ("㉈", 1), ("㉐", 2), ("︙", 2),
        ("︵", 2), ("﹫", 2), ("｡", 1), ("￥", 2), ("𠀀", 2), ("𗀀", 2), ("𛀀", 2), ("🈂", 2), ("क्ष", 2), ("की", 1), ("ก็", 1),
        ("\u{301}", 0), ("a\u{20DD}", 1), ("\u{200D}", 0), ("\u{AD}", 1), ("·", 1), ("…", 1),
    ])
    func `Table: the width of a character is its number of terminal columns`(text: String, width: Int) {
        #expect(TerminalText.width(text) == width)
    }

    @Test(arguments: [
        ("Spider-Man", 10, "Spider-Man"), ("Spider-Man", 9, "Spider-M…"), ("Spider Man", 8, "Spider…"), ("漫画家", 4, "漫…"),
        ("漫画家", 5, "漫画…"), ("漫画家", 6, "漫画家"), ("ab", 1, "…"), ("", 5, ""),
    ])
    func `Table: long text is truncated with a mark`(text: String, width: Int, result: String) {
        #expect(TerminalText.truncated(text, to: width) == result)
    }

    @Test(arguments: [
        ("a\r\nb", "a b"), ("  a  b ", "a b"), ("\u{1B}[2Jx", "[2Jx"), ("a\u{202E}b", "a b"), ("a\u{85}\u{7F}\u{0}b", "a b"), ("", ""),
    ])
    func `Table: no text can control the terminal`(text: String, line: String) {
        #expect(text.visibleWords == line)
    }
}
