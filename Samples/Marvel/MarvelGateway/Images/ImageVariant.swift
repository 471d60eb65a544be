/// The sizes in which the service serves a picture.
enum ImageVariant {
    typealias Size = (width: Int, height: Int)

    /// The size of `<name>.png` and of `detail`, which is the whole picture with a width of at most 500.
    static let full: Size = (400, 600)

    static let sizes: [String: Size] = [
        "detail": full,
        "portrait_small": (50, 75), "portrait_medium": (100, 150), "portrait_xlarge": (150, 225), "portrait_fantastic": (168, 252),
        "portrait_uncanny": (300, 450), "portrait_incredible": (216, 324),
        "standard_small": (65, 45), "standard_medium": (100, 100), "standard_large": (140, 140), "standard_xlarge": (200, 200),
        "standard_fantastic": (250, 250), "standard_amazing": (180, 180),
        "landscape_small": (120, 90), "landscape_medium": (175, 130), "landscape_large": (190, 140), "landscape_xlarge": (270, 200),
        "landscape_amazing": (250, 156), "landscape_incredible": (464, 261),
    ]
}
