import CommandLineProgram
import EndpointKit
import Testing

@Suite struct TerminalPictureTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47]) + Data((0..<7000).map { UInt8(truncatingIfNeeded: $0) })

    @Test func `TerminalPicture: kitty gets a picture in chunks, and only the last one is marked as last`() throws {
        let text = try #require(TerminalPicture.kitty.text(Self.png))
        let parts = text.dropLast().split(separator: "\u{1B}\\").map(String.init)
        #expect(parts.count == 3 && text.hasSuffix("\u{1B}\\\n"))
        let starts = ["\u{1B}_Ga=T,f=100,m=1;", "\u{1B}_Gm=1;", "\u{1B}_Gm=0;"]
        for (part, start) in zip(parts, starts) { #expect(part.hasPrefix(start) && part.count - start.count <= 4096) }
        let base64 = zip(parts, starts).map { $0.dropFirst($1.count) }.joined()
        #expect(Data(base64Encoded: base64) == Self.png)
    }

    @Test func `TerminalPicture: kitty shows PNG, iTerm2 shows GIF and JPEG too, and neither shows other data`() {
        #expect(TerminalPicture.kitty.text(Data("GIF89a".utf8)) == nil && TerminalPicture.kitty.text(Data()) == nil)
        #expect(TerminalPicture.iTerm.text(Data("<html>".utf8)) == nil && TerminalPicture.iTerm.text(Data()) == nil)
        #expect(TerminalPicture.iTerm.text(Data([0xFF, 0xD8, 0xFF, 0xE0])) != nil && TerminalPicture.iTerm.text(Self.png) != nil)
        #expect(TerminalPicture.iTerm.text(Data("GIF89a".utf8)) == "\u{1B}]1337;File=inline=1;size=6:R0lGODlh\u{07}\n")
    }

    @Test func `PictureFormat: the first bytes identify a picture`() {
        let pictures: [(PictureFormat, [UInt8])] = [
            (.png, Array(Self.png)), (.jpeg, [0xFF, 0xD8, 0xFF, 0xE0]), (.gif, Array("GIF87a".utf8)),
            (.webP, Array("RIFF1234WEBPVP8 ".utf8)),
        ]
        for (format, bytes) in pictures { #expect(PictureFormat(Data(bytes)) == format && PictureFormat(Data(bytes.dropFirst())) == nil) }
        for text in ["", "<html>", "RIFF1234WAVEfmt ", "RIFF", "{}"] { #expect(PictureFormat(Data(text.utf8)) == nil) }
    }

    @Test(
        arguments: [
            ([:], nil), (["TERM": "xterm-256color"], nil), (["TERM_PROGRAM": "Apple_Terminal"], nil), (["KITTY_WINDOW_ID": ""], nil),
            (["KITTY_WINDOW_ID": "1"], .kitty), (["TERM": "xterm-kitty"], .kitty), (["TERM_PROGRAM": "iTerm.app"], .iTerm),
            (["TERM_PROGRAM": "WezTerm"], .iTerm), (["KITTY_WINDOW_ID": "1", "TERM": "dumb"], nil),
            (["KITTY_WINDOW_ID": "1", "TMUX": "/tmp/tmux,1,0"], nil), (["TERM_PROGRAM": "iTerm.app", "TERM": "tmux-256color"], nil),
            (["KITTY_WINDOW_ID": "1", "TERM": "screen"], nil),
        ] as [([String: String], TerminalPicture?)])
    func `TerminalPicture: environment variables identify a terminal`(environment: [String: String], picture: TerminalPicture?) {
        #expect(TerminalPicture(environment: environment) == picture)
    }
}
