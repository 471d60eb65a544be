import TestSupport
import Testing

@testable import EndpointGenerator

@Suite struct MarkedLiteralTests {
    @Test(arguments: MarkedTexts.lines(beside: "\"\\()#`*/"))
    func `Lines: a string literal ends at its own quote, although a mark is beside a quote or a backslash`(text: String) {
        let bytes = Array(Lines.literal(text).utf8)
        var (content, index) = ([UInt8](), 1)
        while index < bytes.count - 1, bytes[index] != UInt8(ascii: "\"") {
            if bytes[index] == UInt8(ascii: "\\") {
                index += 1
                let escapes = [UInt8(ascii: "n"): UInt8(ascii: "\n"), UInt8(ascii: "r"): UInt8(ascii: "\r")]
                // A format character, such as a joiner, is written as its number.
                if bytes[index] == UInt8(ascii: "u"), let end = bytes[index...].firstIndex(of: UInt8(ascii: "}")) {
                    let digits = String(decoding: bytes[(index + 2)..<end], as: UTF8.self)
                    content += UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init).map { Array(String($0).utf8) } ?? []
                    index = end
                } else {
                    content.append(escapes[bytes[index]] ?? bytes[index])
                }
            } else {
                content.append(bytes[index])
            }
            index += 1
        }
        #expect(index == bytes.count - 1 && content == Array(text.utf8))
    }
}
