public import EndpointKit

/// An image. Images live on a host of their own, and are public: this is no `AuthenticatedEndpoint`, so it carries no credentials, also
/// not where both hosts are one.
public struct ImageEndpoint: RoutedEndpoint {
    public var thumbnail: Thumbnail
    public var variant: ImageVariant

    public init(_ thumbnail: Thumbnail, variant: ImageVariant) {
        self.thumbnail = thumbnail
        self.variant = variant
    }

    /// A thumbnail that makes no address is refused as an invalid request, which shows its path.
    public var route: Route { .get(thumbnail.url(variant) ?? URL(filePath: thumbnail.path)) }
}
