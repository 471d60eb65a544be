import EndpointGenerator
import Foundation
import TestSupport
import Testing

/// References to other files.
@Suite struct ReferenceTests {
    private static func reading<Result>(_ files: [String: String], _ body: (String) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appending(path: "references-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for (name, text) in files {
            let url = folder.appending(path: name)
            try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: url)
        }
        return try body(folder.appending(path: "api/shop.json").path)
    }

    private static func problems(_ files: [String: String]) throws -> [String] {
        try reading(files) { path in
            do {
                _ = try Document(contentsOf: path)
                return []
            } catch {
                return (error as? DocumentProblems)?.problems.map(\.description) ?? ["\(error)"]
            }
        }
    }

    private static func shop(_ paths: String) -> String { #"{"openapi": "3.1.0", "info": {"title": "Shop"}, "paths": \#(paths)}"# }

    @Test("Document: references lead to files next to it and below it, relative to the file that contains them")
    func files() throws {
        let generator = try Self.reading([
            "api/shop.json": Self.shop(#"{"/pets": {"$ref": "paths/pets.json"}, "/twin": {"$ref": "./paths/../paths/pets.json#"}}"#),
            "api/paths/pets.json": ##"""
            {"get": {"operationId": "getPets", "responses": {"200": {"description": "", "content": {"application/json": {"schema":
            {"type": "object", "properties": {"pet": {"$ref": "../schemas/Pet.json"}, "tag": {"$ref": "../schemas/all.json#/definitions/Tag"},
            "self": {"$ref": "#/components/Local"}}}}}}}}, "components": {"Local": {"type": ["integer", "string"]}}}
            """##,
            "api/schemas/Pet.json": ##"""
            {"properties": {"name": {"type": "string"}, "friend": {"$ref": "#"}, "tag": {"$ref": "all.json#/definitions/Tag"}}}
            """##,
            "api/schemas/all.json": #"{"definitions": {"Tag": {"enum": ["a", "b"]}}}"#,
        ]) { Generator(try Document(contentsOf: $0), source: "shop.json") }
        #expect(Set(generator.files.keys).isSuperset(of: ["Pet.swift", "Tag.swift", "GetPetsAnswer.swift"]))
        #expect(generator.files["Pet.swift"]?.contains("public var friend: Boxed<Pet>?") == true)
        #expect(generator.files["GetPetsAnswer.swift"]?.contains("public var tag: Tag?") == true)
        #expect(generator.notes.map(\.description).contains { $0.hasPrefix("paths/pets.json#/get: The operation id") })
    }

    @Test("Document: all problems are reported at once with their file's name, and nothing outside the document's folder is read")
    func problems() throws {
        let problems = try Self.problems([
            "secret.json": "{}",
            "api/shop.json": Self.shop(
                ##"""
                {"/a": {"$ref": "a.json"}, "/b": {"$ref": "missing.json"}, "/c": {"$ref": "https://shop.example/c.json"},
                "/d": {"$ref": "../secret.json"}, "/e": {"$ref": "/etc/passwd"}, "/f": {"$ref": "b.json#/x"}, "/g": {"$ref": "%2e%2e/secret.json"}}
                """##),
            "api/a.json": ##"{"get": {"responses": {"200": {"$ref": "#/nowhere"}}}}"##, "api/b.json": "{\"x\": ",
        ])
        #expect(problems.count == 6)
        #expect(problems.contains { $0.hasPrefix("b.json#: The document isn't valid JSON") })
        for place in ["b", "c", "d", "e", "g"] { #expect(problems.contains { $0.hasPrefix("#/paths/~1\(place): ") }, "\(place)") }
        #expect(problems.contains { $0.contains("https://shop.example/c.json") })
    }

    @Test("Document: files that refer to each other are read once, and a cycle of references is a problem")
    func circles() throws {
        let problems = try Self.problems([
            "api/shop.json": Self.shop(#"{"/a": {"$ref": "a.json"}}"#), "api/a.json": #"{"$ref": "b.json"}"#,
            "api/b.json": #"{"$ref": "a.json"}"#,
        ])
        #expect(problems.count == 3)
        #expect(problems.allSatisfy { $0.hasSuffix("leads to itself.") })
    }
}
