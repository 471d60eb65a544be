public import EndpointKit

/// The client for the endpoints of httpbin that the sample calls.
public final class HTTPBinClient: APIClient, @unchecked Sendable {
    /// Sends `token` with authenticated requests, and refreshes it when it is rejected. Keeps cookies until the program ends, unless the
    /// configuration has a jar.
    public convenience init(
        configuration: APIConfiguration, token: AccessToken, transport: (any Transport)? = nil,
        observers: [any CallObserver] = [], clock: any Clock<Duration> = ContinuousClock()
    ) {
        // The refresh has its own client, which needs no token.
        let signIn = APIClient(configuration: configuration, transport: transport, observers: observers, clock: clock)
        let refresher = TokenRefresher(store: MemoryTokenStore(token)) { old in
            try await signIn.call(HTTPBinEndpoint.token(refreshing: old?.bearerText), as: AccessToken.self).value
        }
        var configuration = configuration
        configuration.authentication = .bearer(refresher)
        configuration.policies.cookies = configuration.policies.cookies ?? CookieJar()
        self.init(configuration: configuration, transport: transport, observers: observers, clock: clock)
    }

    /// Posts a form, and returns its fields as the service read them.
    public func post(_ fields: Query) -> Call<FormAnswer> { call(HTTPBinEndpoint.form(fields)) }
    /// Requests a response with this status, or with one of several. An empty body decodes to an empty answer.
    public func status(_ statuses: HTTPStatus...) -> Call<StatusAnswer> { call(HTTPBinEndpoint.status(statuses)) }
    /// Makes a request that needs the token.
    public func bearer() -> Call<BearerAnswer> { call(HTTPBinEndpoint.bearer) }
    /// Makes the service set these cookies, and returns all cookies that it receives back.
    public func cookies(setting cookies: Query) -> Call<CookiesAnswer> { call(HTTPBinEndpoint.cookies(setting: cookies)) }
    /// Gets the greeting in `text`, which is Base64, escaped for a URL.
    public func greeting(_ text: String) -> Call<Greeting> { call(HTTPBinEndpoint.base64(text)) }
}
