import EndpointKit
import MarvelAPI
import Testing

@Suite struct ThumbnailTests {
    @Test(arguments: [
        ("http://i.test/u/1", ImageVariant.full, "https://i.test/u/1.jpg"),
        ("http://i.test/u/1", .detail, "https://i.test/u/1/detail.jpg"),
        ("https://i.test/u/1", .portraitXLarge, "https://i.test/u/1/portrait_xlarge.jpg"),
        ("HTTP://i.test/u/1", .standardSmall, "https://i.test/u/1/standard_small.jpg"),
        ("http://127.0.0.1:8080/images/a", .landscapeIncredible, "http://127.0.0.1:8080/images/a/landscape_incredible.jpg"),
        ("http://localhost:80/a", .full, "http://localhost:80/a.jpg"),
        ("http://127.0.0.1.evil.test/a", .full, "https://127.0.0.1.evil.test/a.jpg"),
    ])
    func `Thumbnail: a variant's URL uses https unless it is on this machine`(path: String, variant: ImageVariant, url: String) {
        #expect(Thumbnail(path: path, extension: "jpg").url(variant)?.absoluteString == url)
    }

    @Test(arguments: ["", "no address", "ftp://i.test/a", "http:///a", "/images/a", "file:///etc/passwd"])
    func `Thumbnail: an invalid path has no URL`(path: String) {
        #expect(Thumbnail(path: path, extension: "jpg").url(.full) == nil)
    }

    @Test func `Thumbnail: a placeholder is distinguished from an image`() {
        #expect(Thumbnail(path: "http://i.test/b/40/image_not_available", extension: "jpg").isPlaceholder)
        #expect(!Thumbnail(path: "http://i.test/b/40/526548a343e4b", extension: "jpg").isPlaceholder)
    }
}
