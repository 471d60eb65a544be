import EndpointKit
import EndpointKitTesting
import Testing

// Example: TestingYourClient.md#overview

// Example: TestingYourClient.md#responses-from-a-closure

extension HeroesClientTests {
    // Example: TestingYourClient.md#responses-from-a-closure

    // Example: TestingYourClient.md#responses-from-a-closure

    // Example: TestingYourClient.md#responses-in-pieces

    // Example: TestingYourClient.md#time

    // Example: TestingYourClient.md#a-loopback-server

    // Example: TestingYourClient.md#a-loopback-server

    // Example: TestingYourClient.md#a-bad-network

    // Example: TestingYourClient.md#recorded-exchanges

    // Example: TestingYourClient.md#a-login-in-a-cassette
}

// Example: TestingYourClient.md#your-own-transport
