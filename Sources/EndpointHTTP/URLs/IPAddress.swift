#if canImport(Darwin)
    internal import Darwin
#else
    internal import Glibc
#endif

/// A host that is an IP address, read and written as in the WHATWG URL standard, so that two spellings of one address are equal.
///
/// libcurl also reads `127.1` and `0x7f000001` as 127.0.0.1. If hosts were compared by their spelling, such a host would bypass the rules
/// for its address.
package enum IPAddress: Equatable {
    case v4(UInt32)
    /// Eight groups of 16 bits.
    case v6([UInt16])

    /// nil if the host is not an address. IPv6 needs its brackets, and may not have a zone.
    init?(_ host: String) {
        if host.hasPrefix("[") {
            guard host.hasSuffix("]"), let groups = Self.groups(ofIPv6: Substring(host.utf8.dropFirst().dropLast())) else { return nil }
            self = .v6(groups)
        } else {
            guard let number = Self.number(ofIPv4: host) else { return nil }
            self = .v4(number)
        }
    }

    /// Whether a host is valid only as an address: it begins with a bracket, or its last label is a number ("ends in a number checker").
    package static func isMeant(by host: String) -> Bool {
        if host.hasPrefix("[") { return true }
        guard let last = labels(of: host).last, !last.isEmpty else { return false }
        return last.utf8.allSatisfy { (0x30...0x39).contains($0) } || number(of: last) != nil
    }

    /// True for 127.0.0.0/8, for the same addresses written as IPv6 (RFC 4291, section 2.5.5.2), and for `::1`.
    var isLoopback: Bool {
        switch self {
        case .v4(let number): number >> 24 == 127
        case .v6(let groups): groups == [0, 0, 0, 0, 0, 0, 0, 1] || groups[..<6] == [0, 0, 0, 0, 0, 0xFFFF] && groups[6] >> 8 == 127
        }
    }
}

extension IPAddress: CustomStringConvertible {
    /// Four decimal numbers, or IPv6 in brackets, compressed and in lower case (RFC 5952, but never with an IPv4 address at its end).
    package var description: String {
        switch self {
        case .v4(let number): [24, 16, 8, 0].map { String(number >> $0 & 0xFF) }.joined(separator: ".")
        case .v6(let groups): "[\(Self.compressed(groups))]"
        }
    }

    private static func compressed(_ groups: [UInt16]) -> String {
        // The first of the longest runs of zeros, if it has more than one group.
        var gap = 0..<0
        var start = 0
        while start < groups.count {
            let end = groups[start...].firstIndex { $0 != 0 } ?? groups.count
            if end - start > max(gap.count, 1) { gap = start..<end }
            start = end + 1
        }
        func text(_ part: ArraySlice<UInt16>) -> String { part.map { String($0, radix: 16) }.joined(separator: ":") }
        return gap.isEmpty ? text(groups[...]) : "\(text(groups[..<gap.lowerBound]))::\(text(groups[gap.upperBound...]))"
    }
}

extension IPAddress {
    /// A trailing dot stands for the root, and adds no label.
    private static func labels(of host: String) -> [Substring] {
        var labels = host.split(separator: ".", omittingEmptySubsequences: false)
        if labels.count > 1, labels.last?.isEmpty == true { labels.removeLast() }
        return labels
    }

    /// The standard's IPv4 parser: one to four numbers; the last one fills the remaining bytes.
    private static func number(ofIPv4 host: String) -> UInt32? {
        let labels = labels(of: host)
        let numbers = labels.compactMap { number(of: $0) }
        guard numbers.count == labels.count, numbers.count <= 4, let last = numbers.last else { return nil }
        guard numbers.dropLast().allSatisfy({ $0 <= 0xFF }), last < 1 << (8 * (5 - UInt64(numbers.count))) else { return nil }
        return UInt32(numbers.dropLast().enumerated().reduce(last) { $0 | $1.element << (24 - 8 * UInt64($1.offset)) })
    }

    /// The standard's IPv4 number parser: hexadecimal after `0x`, octal after `0`. A number above 32 bits becomes 2^32.
    private static func number(of label: Substring) -> UInt64? {
        if label.isEmpty { return nil }
        var digits = label
        var radix: UInt64 = 10
        if label.hasPrefix("0x") || label.hasPrefix("0X") {
            digits = Substring(label.utf8.dropFirst(2))
            radix = 16
        } else if label.hasPrefix("0"), label != "0" {
            digits = label.trimmingPrefix("0")
            radix = 8
        }
        var number: UInt64 = 0
        for digit in digits.unicodeScalars {
            guard digit.isASCII, let value = Character(digit).hexDigitValue, value < radix else { return nil }
            number = min(number * radix + UInt64(value), 1 << 32)
        }
        return number
    }

    /// RFC 4291, section 2.2, without a zone.
    private static func groups(ofIPv6 text: Substring) -> [UInt16]? {
        var address = in6_addr()
        // C would read only the text before a NUL.
        guard !text.utf8.contains(0), inet_pton(AF_INET6, String(text), &address) == 1 else { return nil }
        return withUnsafeBytes(of: address) { bytes in (0..<8).map { UInt16(bytes[$0 * 2]) << 8 | UInt16(bytes[$0 * 2 + 1]) } }
    }
}
