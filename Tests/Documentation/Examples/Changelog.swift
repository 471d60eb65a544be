import EndpointKit

// Example: CHANGELOG.md#what-was-removed-and-what-to-write-instead
