public import EndpointKit

/// An image. Images are public and have their own host, so this isn't an `AuthenticatedEndpoint`: it carries no credentials, even if
/// both hosts are the same.
public struct ImageEndpoint: RoutedEndpoint {
    /// The image, as a resource names it.
    public var thumbnail: Thumbnail
    /// The size of the image.
    public var variant: ImageVariant

    /// The image of `thumbnail` in one size.
    public init(_ thumbnail: Thumbnail, variant: ImageVariant) {
        self.thumbnail = thumbnail
        self.variant = variant
    }

    /// A thumbnail without a valid address produces an invalid request, whose error shows the path.
    public var route: Route { .get(thumbnail.url(variant) ?? URL(filePath: thumbnail.path)) }
}
