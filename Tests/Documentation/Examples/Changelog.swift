import EndpointKit

// Example: CHANGELOG.md#what-went-and-what-to-write-instead
