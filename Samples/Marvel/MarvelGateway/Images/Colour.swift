struct Colour {
    var red: UInt8
    var green: UInt8
    var blue: UInt8
}

extension Colour {
    /// - Parameters:
    ///   - hue: in degrees.
    ///   - saturation: 0 to 255, as is `brightness`.
    init(hue: Int, saturation: Int, brightness: Int) {
        let hue = (hue % 360 + 360) % 360
        let low = brightness * (255 - saturation) / 255
        let rising = low + (brightness - low) * (hue % 60) / 60
        let falling = brightness + low - rising
        let (red, green, blue) =
            switch hue / 60 {
            case 0: (brightness, rising, low)
            case 1: (falling, brightness, low)
            case 2: (low, brightness, rising)
            case 3: (low, falling, brightness)
            case 4: (rising, low, brightness)
            default: (brightness, low, falling)
            }
        self.init(red: UInt8(clamping: red), green: UInt8(clamping: green), blue: UInt8(clamping: blue))
    }

    /// `count` colors from `self` to `end`.
    func ramp(to end: Colour, count: Int) -> [Colour] {
        let last = max(1, count - 1)
        func between(_ a: UInt8, _ b: UInt8, _ step: Int) -> UInt8 { UInt8(clamping: Int(a) + (Int(b) - Int(a)) * step / last) }
        return (0..<count).map { step in
            Colour(red: between(red, end.red, step), green: between(green, end.green, step), blue: between(blue, end.blue, step))
        }
    }
}
