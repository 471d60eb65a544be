import CommandLineProgram
import EndpointKit
import MarvelAPI
import TestSupport
import Testing

@testable import marvel

@Suite struct ListedResourceTests {
    private func document(_ arguments: [String]) async throws -> JSON {
        let terminal = Terminal()
        let code = await terminal.run(arguments + ["--output", "json"], against: try GatewayCaller.url)
        try #require(code == .ok, "\(arguments): \(terminal.reports)")
        return terminal.json
    }

    @Test(arguments: Marvel.resources.map { [$0.name, $0.singular] })
    func `marvel: each endpoint has its command: a list, one resource by its id, and that resource's lists`(words: [String]) async throws {
        let (name, lists) = (words[0], Documented.sublists.first { $0.key == words[0] }?.value ?? [])
        #expect(Marvel.program.root.commands.first { $0.name == name }?.commands.map(\.name) == lists)
        let list = try await document([name, "--limit", "2"])
        let id = try #require(list["results"]?[0]?["id"]?.int)
        #expect(list["results"]?.array?.count == 2 && list["limit"] == 2)
        for word in words { #expect(try await document([word, "\(id)"]) == list["results"]?[0]) }
        let one = try await document([name, "\(id)"])
        for child in lists {
            let related = try await document([name, "\(id)", child, "--limit", "1"])
            // The resource states the length of the list.
            #expect(one[child]?["available"] == nil || one[child]?["available"] == related["total"], "\(name) \(id) \(child)")
            guard let element = related["results"]?[0] else { continue }
            #expect(try await document([child, "\(element["id"]?.int ?? 0)"]) == element)
        }
        let image = await Terminal().run(["image", "\(id)", "--of", words[1], "-o", "-"], against: try GatewayCaller.url)
        #expect(image == (one["thumbnail"] == nil ? .notFound : .ok))
    }

    @Test func `marvel: each kind of resource has its columns and fields`() async throws {
        try await Session("kinds", url: try GatewayCaller.url).check()
    }

    @Test(arguments: MarvelEndpointTests.table)
    func `marvel: each parameter of a list is an option, and its value reaches the service`(row: MarvelEndpointTests.Row) async throws {
        var arguments = [row.name]
        var expected: [String: String] = [:]
        for (names, samples) in row.parameters {
            for name in names.split(separator: " ").map(String.init) {
                let option = name.reduce("") { $0 + ($1.isUppercase ? "-\($1.lowercased())" : "\($1)") }
                expected[name] = Query(encoded: "value=\(samples.last?.sent ?? "")")["value"]
                arguments.append("--\(option)=\(expected[name] ?? "")")
            }
        }
        let server = try Fixture.service()
        #expect(await Terminal().run(arguments, against: server.url) == .ok)
        let request = try #require(server.requests.first)
        #expect(request.path.encoded == "/v1/public/\(row.name)")
        for (name, value) in expected { #expect(request.query.values(for: name) == [value]) }
        #expect(Set(request.query.map(\.name)) == Set(expected.keys).union(["limit", "offset", "ts", "apikey", "hash"]))
    }

    @Test(arguments: MarvelResourceTests.table)
    func `marvel: each field and each member of a resource can be selected from its JSON`(row: MarvelResourceTests.Row) throws {
        func names<Resource: ListedResource>(_ type: Resource.Type) -> (fields: [String], members: [String]) {
            (Resource.fields.map(\.name), Resource.members)
        }
        let type = try #require(Marvel.resources.first { $0.name == row.name })
        let (fields, members) = names(type)
        #expect(Set(members).isDisjoint(with: fields))
        #expect(Set(row.fields.split(separator: " ").map(String.init)).subtracting(fields) == Set(members))
    }
}
