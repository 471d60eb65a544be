public import EndpointKit
internal import EndpointKitTesting

/// A stand-in on 127.0.0.1 for Marvel's API, as far as its characters go: it verifies what it is sent, answers in the service's own
/// shapes, and hands out pictures from another origin. The catalogue has the real ids and names; everything else in it is made up.
///
///     let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
///     let client = APIClient(configuration: APIConfiguration(baseURL: gateway.url, basePath: "/v1/public"))
public final class MarvelGateway: Sendable {
    private let api: LoopbackServer
    private let images: LoopbackServer

    /// - Parameters:
    ///   - port: 0 is any free one. The pictures always come from any free one.
    ///   - dailyQuota: the calls that any 24 hours may have; one that is rejected counts too.
    ///   - now: the time for the quota, and for the year in the attribution.
    public init(
        port: UInt16 = 0, publicKey: String, privateKey: Secret, dailyQuota: Int = 3000,
        now: @escaping @Sendable () -> Date = { Date() }
    ) throws {
        images = try LoopbackServer { ImageHost.answer($0) }
        let service = PublicAPI(
            credentials: Credentials(publicKey: publicKey, privateKey: privateKey), quota: RollingQuota(calls: dailyQuota), now: now,
            imageOrigin: images.origin)
        api = try LoopbackServer(port: port) { service.answer($0) }
    }

    /// `http://127.0.0.1:PORT`, without the base path `/v1/public`.
    public var url: URL { URL(string: api.origin.description) ?? api.url }

    public var port: Int { api.port }

    /// Refuses new connections and cuts the open ones off, those for pictures too.
    public func stop() {
        api.stop()
        images.stop()
    }
}
