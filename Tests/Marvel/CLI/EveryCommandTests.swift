import CommandLineProgram
import EndpointKit
import Foundation
import MarvelAPI
import MarvelGateway
import TestSupport
import Testing

@testable import marvel

/// The 39 endpoints of the API, each by its command against the gateway.
@Suite struct EveryCommandTests {
    private static let children = [
        "characters": ["comics", "events", "series", "stories"],
        "comics": ["characters", "creators", "events", "stories"],
        "creators": ["comics", "events", "series", "stories"],
        "events": ["characters", "comics", "creators", "series", "stories"],
        "series": ["characters", "comics", "creators", "events", "stories"],
        "stories": ["characters", "comics", "creators", "events", "series"],
    ]

    private func document(_ arguments: [String], _ gateway: MarvelGateway) async throws -> JSON {
        let terminal = Terminal()
        let code = await terminal.run(arguments + ["--output", "json"], against: gateway.url)
        try #require(code == .ok, "\(arguments): \(terminal.reports)")
        return try JSON(parsing: Data(terminal.data.utf8))
    }

    @Test func `there are 39`() {
        #expect(Self.children.count * 2 + Self.children.values.reduce(0) { $0 + $1.count } == 39)
        #expect(Set(Self.children.keys) == Set(Marvel.resources.map { $0.name }))
    }

    @Test(arguments: Self.children.keys.sorted())
    func `a list, one of it, and the lists of that one are commands`(name: String) async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        let command = try #require(Marvel.program.root.commands.first { $0.name == name })
        #expect(command.commands.map(\.name) == Self.children[name])

        let list = try await document([name, "--limit", "2"], gateway)
        let id = try #require(list["results"]?[0]?["id"]?.int)
        #expect(list["results"]?.array?.count == 2)
        let one = try await document([name, "\(id)"], gateway)
        #expect(one == list["results"]?[0] && one["id"]?.int == id)
        let terminal = Terminal()
        let image = await terminal.run(["image", "\(id)", "--of", name, "-o", "-"], against: gateway.url)
        #expect(image == (one["thumbnail"] == nil ? .notFound : .ok), "\(terminal.reports)")
        for child in Self.children[name] ?? [] {
            let related = try await document([name, "\(id)", child, "--limit", "100"], gateway)
            // The resource says how many there are.
            if let count = one[child]?["available"]?.int { #expect(related["total"]?.int == count, "\(name) \(id) \(child)") }
            for element in related["results"]?.array?.prefix(1) ?? [] {
                let elementID = try #require(element["id"]?.int)
                let back = try await document([child, "\(elementID)"], gateway)
                #expect(back["id"]?.int == elementID)
            }
        }
    }

    @Test(arguments: Marvel.resources.filter { $0.singular != $0.name }.map { [$0.singular, $0.name] })
    func `one is shown by the singular, too`(names: [String]) async throws {
        let gateway = try MarvelGateway(publicKey: "1234", privateKey: "abcd")
        let id = try #require(try await document([names[1], "--limit", "1"], gateway)["results"]?[0]?["id"]?.int)
        #expect(try await document([names[0], "\(id)"], gateway) == document([names[1], "\(id)"], gateway))
    }
}
