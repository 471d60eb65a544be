/// Converts an internationalized host name to the ASCII form that DNS uses (RFC 5891).
///
/// Letters become lower case and composed (NFC), fullwidth letters become ASCII, and East Asian full stops become dots: this is the part of
/// UTS 46 that typed names need. A name with a character that UTS 46 would replace, such as `𝟛`, is rejected, because a browser would open
/// another host.
enum InternationalHost {
    /// nil if the name is too long, or a label is empty, is longer than 63 bytes in its ASCII form, or contains a character that no name
    /// may have.
    static func ascii(_ host: String) -> String? {
        // A longer text can't fit into the 253 bytes of a name, and the time to compose many marks grows with the square of their number.
        guard host.utf8.count <= 4096 else { return nil }
        let name = String(String.UnicodeScalarView(host.lowercased().composedScalars.map { narrowed($0) }))
        var labels = name.split(separator: ".", omittingEmptySubsequences: false)
        // A trailing dot stands for the root, and adds no label.
        let isRooted = labels.count > 1 && labels.last?.isEmpty == true
        if isRooted { labels.removeLast() }
        var encoded: [String] = []
        for label in labels {
            guard let ascii = self.ascii(label: label), (1...63).contains(ascii.utf8.count) else { return nil }
            encoded.append(ascii)
        }
        return encoded.joined(separator: ".") + (isRooted ? "." : "")
    }

    private static func narrowed(_ scalar: UnicodeScalar) -> UnicodeScalar {
        switch scalar.value {
        case 0x3002, 0xFF61: "."
        case 0xFF01...0xFF5E: UnicodeScalar(UInt8(scalar.value - 0xFEE0))
        default: scalar
        }
    }

    private static func ascii(label: Substring) -> String? {
        if label.utf8.allSatisfy({ $0 < 0x80 }) { return String(label) }
        // A longer label can't fit into 63 bytes, and encoding it would be slow.
        guard label.unicodeScalars.count <= 63 else { return nil }
        let isName = label.unicodeScalars.allSatisfy { scalar in
            // These two letters are kept, although case folding would change them (UTS 46, section 6, deviation characters).
            if scalar.properties.changesWhenNFKCCaseFolded, scalar != "ß", scalar != "ς" { return false }
            return scalar == "-" || scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                || scalar.properties.generalCategory == .nonspacingMark || scalar.properties.generalCategory == .spacingMark
        }
        return isName ? "xn--" + punycode(Array(label.unicodeScalars)) : nil
    }

    /// RFC 3492, section 6.3, with the parameters of section 5.
    private static func punycode(_ input: [UnicodeScalar]) -> String {
        var output = input.filter(\.isASCII).map(Character.init)
        let basicCount = output.count
        if basicCount > 0 { output.append("-") }
        var code: UInt32 = 128
        var delta = 0
        var bias = 72
        var handled = basicCount
        while handled < input.count {
            guard let next = input.lazy.map(\.value).filter({ $0 >= code }).min() else { break }
            delta += Int(next - code) * (handled + 1)
            code = next
            for scalar in input {
                if scalar.value < code { delta += 1 }
                guard scalar.value == code else { continue }
                var rest = delta
                var base = 36
                while true {
                    let threshold = min(max(base - bias, 1), 26)
                    if rest < threshold { break }
                    output.append(digit(threshold + (rest - threshold) % (36 - threshold)))
                    rest = (rest - threshold) / (36 - threshold)
                    base += 36
                }
                output.append(digit(rest))
                bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
                delta = 0
                handled += 1
            }
            delta += 1
            code += 1
        }
        return String(output)
    }

    /// RFC 3492, section 6.1.
    private static func adapted(_ delta: Int, count: Int, isFirst: Bool) -> Int {
        var delta = isFirst ? delta / 700 : delta / 2
        delta += delta / count
        var base = 0
        while delta > 455 {
            delta /= 35
            base += 36
        }
        return base + 36 * delta / (delta + 38)
    }

    private static func digit(_ value: Int) -> Character {
        Character(UnicodeScalar(UInt8(value < 26 ? 0x61 + value : 0x30 + value - 26)))
    }
}
