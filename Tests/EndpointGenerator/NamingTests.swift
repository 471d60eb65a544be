import EndpointGenerator
import EndpointKit
import Foundation
import TestSupport
import Testing

/// The generated names of operations, cases and parameters.
@Suite struct NamingTests {
    /// The generated file for these operations. A line is a method and a path, and an empty id stands for none.
    private static func file(_ operations: [(line: String, id: String)], tag: String) throws -> String {
        var paths: [String: [String]] = [:]
        var order: [String] = []
        for (line, id) in operations {
            let parts = line.split(separator: " ").map { String($0) }
            let own = id.isEmpty ? "" : "\"operationId\": \"\(id)\", "
            if paths[parts[1]] == nil { order.append(parts[1]) }
            paths[parts[1], default: []].append("\"\(parts[0].lowercased())\": {\(own)\"tags\": [\"\(tag)\"], \"responses\": {}}")
        }
        let text = order.map { "\"\($0)\": {\(paths[$0, default: []].joined(separator: ", "))}" }.joined(separator: ", ")
        let generator = try Generator(paths: "{\(text)}")
        return try #require(generator.files.first { $0.key.hasSuffix("Endpoint.swift") }?.value)
    }

    @Test(
        "Generator: an operation without an id is named after its path",
        arguments: [
            ("GET /v1/pets", "pets()"), ("GET /v1/pets/{petId}", "pet(id: String)"),
            ("GET /v1/pets/{petId}/photo", "petPhoto(petID: String)"),
            ("GET /v1/pets/{petId}/toys/{toyId}", "petToy(petID: String, toyID: String)"), ("POST /v1/pets", "postPets()"),
            ("DELETE /v1/pets/{petId}", "deletePet(id: String)"), ("GET /v1/series", "series()"),
            ("GET /v1/series/{series_id}", "getSeries(id: String)"), ("GET /v1/{owner}", "getV1ByOwner(owner: String)"),
            ("GET /v1/call", "getCall()"),
        ])
    func paths(line: String, function: String) throws {
        let lines = [
            "GET /v1/pets", "GET /v1/pets/{petId}", "GET /v1/pets/{petId}/photo", "GET /v1/pets/{petId}/toys/{toyId}", "POST /v1/pets",
            "DELETE /v1/pets/{petId}", "GET /v1/series", "GET /v1/series/{series_id}", "GET /v1/{owner}", "GET /v1/call",
        ]
        let file = try Self.file(lines.map { ($0, "") }, tag: "Zoo")
        #expect(file.contains("public func \(function) -> "), "\(file)")
    }

    @Test("Generator: an operation's id takes precedence over the same name from a path")
    func ids() throws {
        let file = try Self.file([("GET /pets", ""), ("GET /zoo/{id}/animals", "pets")], tag: "Zoo")
        #expect(file.contains("public func getPets() -> Call<Void>"))
        #expect(file.contains("public func pets(id: String)"))
    }

    @Test(
        "Generator: a case leaves out the words in its enum's name, unless two cases would be equal",
        arguments: [
            ("listPets", "list"), ("getPet", "get"), ("pets_search", "search"), ("findPetsByStatus", "findByStatus"), ("pets", "pets"),
            ("addPet", "addPet"), ("addPets", "addPets"), ("getPetPetName", "getPetName"), ("feed", "feed"), ("callPet", "callPet"),
            ("deletePet", "delete"),
        ])
    func cases(id: String, name: String) throws {
        let ids = [
            "listPets", "getPet", "pets_search", "findPetsByStatus", "pets", "addPet", "addPets", "getPetPetName", "feed", "callPet",
            "deletePet",
        ]
        let file = try Self.file(ids.enumerated().map { ("GET /\($0.offset)", $0.element) }, tag: "pets")
        let index = try #require(ids.firstIndex(of: id))
        #expect(file.contains("case .\(name): .get(\"\(index)\")"), "\(file)")
    }

    // MARK: Reserved names

    private static let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    /// The sources of the modules that `import EndpointKit` makes visible.
    private static func framework() throws -> String {
        var text = ""
        for module in ["EndpointHTTP", "EndpointClient", "EndpointPaging", "EndpointStores", "EndpointSettings"] {
            let folder = sources.appending(path: module)
            let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
            for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
                text += try String(contentsOf: file, encoding: .utf8)
            }
        }
        return text
    }

    @Test("Generator: no type has the name of a framework type that generated code uses")
    func frameworkTypes() throws {
        let framework = try Self.framework()
        let pattern = /\n(?:nonisolated )?public (?:final |indirect )?(?:struct|class|enum|protocol|typealias|actor) ([A-Z][A-Za-z]*)/
        let declared = Set(framework.matches(of: pattern).map { String($0.output.1) })
        #expect(declared.count > 100)
        let golden = try Golden.all.flatMap { try $0.generator().files.values }
        let used = Set(golden.flatMap { $0.matches(of: /\b[A-Z][A-Za-z]*\b/).map { String($0.output) } }).intersection(declared)
        #expect(used.isSuperset(of: ["Route", "PagedRequest", "CursorResponse", "OpenEnum"]))
        for name in used.sorted() {
            let generator = try Generator.answering(
                ##"{"$ref": "#/components/schemas/\##(name)"}"##, schemas: #"{"\#(name)": {"properties": {"a": {}}}}"#)
            #expect(generator.files["\(name).swift"] == nil, "\(name) isn't reserved")
        }
    }

    @Test("Generator: no operation has the same name as a member of the client or its endpoints")
    func frameworkMembers() throws {
        let framework = try Self.framework()
        var members: Set<String> = []
        for type in [
            "class APIClient", "extension APIClient", "protocol Endpoint", "protocol RoutedEndpoint", "protocol AuthenticatedEndpoint",
        ] {
            for range in framework.ranges(of: type + " ") + framework.ranges(of: type + ":") {
                let rest = framework[range.upperBound...]
                let end = rest.range(of: "\n}")?.lowerBound ?? rest.endIndex
                let pattern = /\n    (?:public |open |final |nonisolated |static |class )*(?:func|var|let) ([a-z][A-Za-z]*)/
                members.formUnion(rest[..<end].matches(of: pattern).filter { !$0.output.0.contains("private") }.map { String($0.output.1) })
            }
        }
        #expect(members.isSuperset(of: ["call", "path", "route", "pages"]))
        for name in members.sorted() {
            let file = try Self.file([("GET /a", name)], tag: "x")
            #expect(!file.contains("public func \(name)("), "\(name) isn't reserved")
            #expect(!file.contains("case \(name)\n"), "\(name) isn't reserved")
        }
    }
}
