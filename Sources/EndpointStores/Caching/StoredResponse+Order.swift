extension StoredResponse {
    /// Whether it is more recent than another response to the same requests (RFC 9111, section 4).
    ///
    /// A request that was sent after the other response had arrived gets a more recent one. Dates don't change that, because the servers
    /// behind one address have different clocks. But dates decide if a cache on the way has answered, or if both were on the way at the
    /// same time. Equal dates mean the same second; then, and without a date, the order of the requests decides.
    func isMoreRecent(than other: StoredResponse) -> Bool {
        if !rules.isFromCache, requestTime > other.responseTime { return true }
        if !other.rules.isFromCache, other.requestTime > responseTime { return false }
        if let date = rules.date, let other = other.rules.date, date != other { return date > other }
        return requestTime > other.requestTime
    }

    /// Whether it stays when another response to the same requests arrives, because it overtook that response.
    func hasOvertaken(_ arriving: StoredResponse) -> Bool {
        // If it was stored while the clock was ahead, the order of the requests isn't known.
        responseTime - arriving.responseTime <= Self.clockTolerance && isMoreRecent(than: arriving)
    }
}
