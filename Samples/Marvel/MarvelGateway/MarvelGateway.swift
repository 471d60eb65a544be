public import EndpointKit
internal import EndpointKitTesting

/// A stand-in on 127.0.0.1 for the character endpoints of Marvel's API: it verifies requests, answers in the service's own formats, and
/// serves pictures from another origin. The catalogue has the real ids and names; everything else in it is made up.
///
///     let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
///     let client = APIClient(configuration: APIConfiguration(baseURL: gateway.url, basePath: "/v1/public"))
public final class MarvelGateway: Sendable {
    private let api: LoopbackServer
    private let images: LoopbackServer

    /// - Parameters:
    ///   - port: 0 for any free port. The pictures always use any free port.
    ///   - dailyQuota: the most calls in any 24 hours. Rejected calls count too.
    ///   - now: the clock for the quota, and for the year in the attribution.
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

    /// The port of the API; the pictures have another.
    public var port: Int { api.port }

    /// Refuses new connections and closes the open ones, including those for pictures.
    public func stop() {
        api.stop()
        images.stop()
    }
}
