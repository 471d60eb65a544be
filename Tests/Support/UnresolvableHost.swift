/// A host whose name is too long for the domain name system, so that no resolver sends a query for it.
public let unresolvableHost = String(repeating: "a", count: 64) + ".invalid"
