/// A picture, generated from its name: a symmetric emblem on a disc, on a background with a gradient.
struct Picture {
    /// The name of the picture for resources without one.
    static let notAvailable = "image_not_available"

    private let slug: String
    private let size: ImageVariant.Size
    private let seed: Int

    /// The steps of each of the three shades in the palette.
    private static let steps = 85
    private static let cells = 5

    init(of slug: String, size: ImageVariant.Size) {
        self.slug = slug
        self.size = size
        seed = draw(.picture, slug)
    }

    var png: [UInt8] { PNG(width: size.width, height: size.height, palette: palette, pixels: pixels).bytes }

    /// The colors of background, disc and emblem; gray if there is no picture.
    private var palette: [Colour] {
        let hue = seed % 360
        let saturation = slug == Self.notAvailable ? 0 : 200
        let ground = Colour(hue: hue, saturation: saturation, brightness: 70)
            .ramp(to: Colour(hue: hue + 40, saturation: saturation, brightness: 150), count: Self.steps)
        let disc = Colour(hue: hue + 20, saturation: saturation * 3 / 4, brightness: 105)
            .ramp(to: Colour(hue: hue + 60, saturation: saturation * 3 / 4, brightness: 190), count: Self.steps)
        let emblem = Colour(hue: hue + 180, saturation: saturation / 3, brightness: 255)
            .ramp(to: Colour(hue: hue + 210, saturation: saturation / 2, brightness: 235), count: Self.steps)
        return ground + disc + emblem
    }

    private var pixels: [UInt8] {
        let (width, height) = (size.width, size.height)
        let emblem = emblem
        let radius = min(width, height) * 11 / 24
        let cell = max(1, min(width, height) / 8)
        let (left, top) = ((width - cell * Self.cells) / 2, (height - cell * Self.cells) / 2)
        return [UInt8](unsafeUninitializedCapacity: width * height) { buffer, count in
            var pixel = 0
            for y in 0..<height {
                let isEmblemRow = top <= y && y < top + cell * Self.cells
                for x in 0..<width {
                    let shade = (x + y) * (Self.steps - 1) / max(1, width + height - 2)
                    let (dx, dy) = (2 * x + 1 - width, 2 * y + 1 - height)
                    var layer = dx * dx + dy * dy <= 4 * radius * radius ? 1 : 0
                    if isEmblemRow, left <= x, x < left + cell * Self.cells, emblem[(y - top) / cell * Self.cells + (x - left) / cell] {
                        layer = 2
                    }
                    buffer[pixel] = UInt8(layer * Self.steps + shade)
                    pixel += 1
                }
            }
            count = pixel
        }
    }

    /// Five by five cells, whose right side mirrors the left; crossed lines if there is no picture.
    private var emblem: [Bool] {
        (0..<(Self.cells * Self.cells)).map { cell in
            let (row, column) = (cell / Self.cells, cell % Self.cells)
            if slug == Self.notAvailable { return row == column || row + column == Self.cells - 1 }
            let mirrored = min(column, Self.cells - 1 - column)
            // The middle cell is always set, so that no emblem is empty.
            return (row == 2 && column == 2) || draw(.picture, seed, row * 3 + mirrored) % 100 < 55
        }
    }
}
