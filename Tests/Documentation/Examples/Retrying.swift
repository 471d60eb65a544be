import EndpointKit

// Example: Retrying.md#requests-that-arent-sent-twice

// Example: Retrying.md#requests-that-arent-sent-twice

func patient(_ configuration: inout APIConfiguration) {
    // Example: Retrying.md#overview
}

/// A search that is worth more attempts than the client's policy allows.
struct PatientSearch: RoutedEndpoint {
    let route = Route.get("search")

    // Example: Retrying.md#overview
}
