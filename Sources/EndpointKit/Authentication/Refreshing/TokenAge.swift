/// How far a token is from its expiry.
enum TokenAge {
    case fresh
    /// Good for less than the leeway.
    case ageing
    case expired

    /// Without an expiry, or with one that is no time at all, it is fresh.
    init(expiry: Date?, now: Date, leeway: Duration) {
        guard let rest = expiry?.timeIntervalSince(now), !rest.isNaN else {
            self = .fresh
            return
        }
        self = rest <= 0 ? .expired : rest <= leeway / .seconds(1) ? .ageing : .fresh
    }
}
