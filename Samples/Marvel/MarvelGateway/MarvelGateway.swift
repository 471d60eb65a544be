public import EndpointKit
public import EndpointKitTesting

/// A stand-in on 127.0.0.1 for the whole of Marvel's API: it verifies requests, answers in the service's own formats, and serves pictures
/// from another origin. The catalogue has real ids and names of characters; everything else in it is made up.
///
///     let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
///     let client = APIClient(configuration: APIConfiguration(baseURL: gateway.url, basePath: "/v1/public"))
public final class MarvelGateway: Sendable {
    private let api: LoopbackServer
    private let images: LoopbackServer

    /// - Parameters:
    ///   - port: 0 for any free port. The pictures always use any free port.
    ///   - dailyQuota: the maximum number of calls in any 24 hours. Rejected calls count too.
    ///   - faults: how many calls fail, and how long each waits, including calls for pictures. `Faults(status: 0.05, statuses: [500])`
    ///     answers one call in twenty with a 500; `truncation` truncates a response, and `disconnect` sends none.
    ///   - seed: determines which calls fail. If equal calls are made several times, the first, the second and each later one has the
    ///     same outcome in every run.
    ///   - now: the clock for the quota, for date descriptors, and for the year in the attribution. The day of the start determines which
    ///     series run now.
    ///   - wait: blocks a call's thread for its latency; nil waits in real time.
    ///   - log: receives each call just before its response is sent, on that call's thread.
    public init(
        port: UInt16 = 0, publicKey: String, privateKey: Secret, dailyQuota: Int = 3000, faults: Faults = Faults(), seed: Int = 0,
        now: @escaping @Sendable () -> Date = { Date() },
        wait: (@Sendable (Duration) -> Void)? = nil, log: (@Sendable (AccessRecord) -> Void)? = nil
    ) throws {
        let frontEnd = FrontEnd(faults: faults, seed: seed, wait: wait, log: log)
        let catalogue = Catalogue.of(now())
        let host = ImageHost(pictures: catalogue.pictures)
        images = try LoopbackServer { try frontEnd.serve($0, host.answer) }
        let service = PublicAPI(
            catalogue: catalogue, writer: ResourceWriter(catalogue, imageOrigin: images.origin.description),
            credentials: Credentials(publicKey: publicKey, privateKey: privateKey), quota: RollingQuota(calls: dailyQuota), now: now)
        api = try LoopbackServer(port: port) { try frontEnd.serve($0, service.answer) }
    }

    /// `http://127.0.0.1:PORT`, without the base path `/v1/public`.
    public var url: URL { URL(string: api.origin.description) ?? api.url }

    /// The port of the API. The pictures have another port.
    public var port: Int { api.port }

    /// Refuses new connections and closes the open ones, including those for pictures.
    public func stop() {
        api.stop()
        images.stop()
    }
}
