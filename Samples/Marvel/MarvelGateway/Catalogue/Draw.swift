/// A nonnegative pseudorandom number: SplitMix64 of its purpose and indices.
func draw(_ purpose: Purpose, _ a: Int, _ b: Int = 0) -> Int {
    var z = UInt64(bitPattern: Int64(a)) &* 0x9E37_79B9_7F4A_7C15
    z = z &+ UInt64(bitPattern: Int64(b)) &* 0xD1B5_4A32_D192_ED03 &+ UInt64(purpose.rawValue) << 56
    z = (z ^ z >> 30) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ z >> 27) &* 0x94D0_49BB_1331_11EB
    return Int(truncatingIfNeeded: (z ^ z >> 31) >> 1)
}

/// A pseudorandom number for a string, the same in every process.
func draw(_ purpose: Purpose, _ text: String, _ b: Int = 0) -> Int {
    draw(purpose, text.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) & 0xFFFF_FFFF }, b)
}

/// Keeps the numbers for different purposes independent.
enum Purpose: Int {
    case membership = 1, appearance, modified, format, barcode, price, creator, role, picture = 12, fault
}
