/// Tells pages apart by what is sent for them, so that nothing is asked of the type of their request.
struct PageFingerprint: Hashable {
    private let value: Int

    /// nil for a request whose body can't be looked at: its pages can't be told apart.
    init?(_ request: some Endpoint) {
        let route = request.resolvedRoute
        var hasher = Hasher()
        hasher.combine(route.method.rawValue)
        hasher.combine(route.baseURL?.absoluteString)
        hasher.combine(route.path.encoded)
        hasher.combine(route.query)
        hasher.combine(route.headers)
        if let body = route.body {
            guard let entity = try? body.entity(), case .data(let data) = entity.content else { return nil }
            hasher.combine(data)
        }
        value = hasher.finalize()
    }
}
