import EndpointKit

// Example: CHANGELOG.md#what-was-removed-or-changed-and-what-to-write-instead
