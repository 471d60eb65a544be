/// The sizes of an image: width by height, in pixels.
public enum ImageVariant: String, CaseIterable, Hashable, Sendable {
    /// The original size.
    case full
    /// The size for a page about one resource.
    case detail

    /// 50 by 75.
    case portraitSmall = "portrait_small"
    /// 100 by 150.
    case portraitMedium = "portrait_medium"
    /// 150 by 225.
    case portraitXLarge = "portrait_xlarge"
    /// 168 by 252.
    case portraitFantastic = "portrait_fantastic"
    /// 300 by 450.
    case portraitUncanny = "portrait_uncanny"
    /// 216 by 324.
    case portraitIncredible = "portrait_incredible"

    /// 65 by 45.
    case standardSmall = "standard_small"
    /// 100 by 100.
    case standardMedium = "standard_medium"
    /// 140 by 140.
    case standardLarge = "standard_large"
    /// 200 by 200.
    case standardXLarge = "standard_xlarge"
    /// 250 by 250.
    case standardFantastic = "standard_fantastic"
    /// 180 by 180.
    case standardAmazing = "standard_amazing"

    /// 120 by 90.
    case landscapeSmall = "landscape_small"
    /// 175 by 130.
    case landscapeMedium = "landscape_medium"
    /// 190 by 140.
    case landscapeLarge = "landscape_large"
    /// 270 by 200.
    case landscapeXLarge = "landscape_xlarge"
    /// 250 by 156.
    case landscapeAmazing = "landscape_amazing"
    /// 464 by 261.
    case landscapeIncredible = "landscape_incredible"
}
