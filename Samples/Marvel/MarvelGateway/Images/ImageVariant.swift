/// The sizes in which the service serves a picture.
enum ImageVariant {
    struct Size {
        var width: Int
        var height: Int
    }

    /// The size of `<slug>.png`, and of `detail`, which is the whole picture with a width of at most 500.
    static let full = Size(width: 400, height: 600)

    /// The size of a variant; nil for an unknown name.
    static func size(named name: some StringProtocol) -> Size? {
        switch name {
        case "detail": full
        case "portrait_small": Size(width: 50, height: 75)
        case "portrait_medium": Size(width: 100, height: 150)
        case "portrait_xlarge": Size(width: 150, height: 225)
        case "portrait_fantastic": Size(width: 168, height: 252)
        case "portrait_uncanny": Size(width: 300, height: 450)
        case "portrait_incredible": Size(width: 216, height: 324)
        case "standard_small": Size(width: 65, height: 45)
        case "standard_medium": Size(width: 100, height: 100)
        case "standard_large": Size(width: 140, height: 140)
        case "standard_xlarge": Size(width: 200, height: 200)
        case "standard_fantastic": Size(width: 250, height: 250)
        case "standard_amazing": Size(width: 180, height: 180)
        case "landscape_small": Size(width: 120, height: 90)
        case "landscape_medium": Size(width: 175, height: 130)
        case "landscape_large": Size(width: 190, height: 140)
        case "landscape_xlarge": Size(width: 270, height: 200)
        case "landscape_amazing": Size(width: 250, height: 156)
        case "landscape_incredible": Size(width: 464, height: 261)
        default: nil
        }
    }
}
