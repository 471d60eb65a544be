import EndpointGenerator
import Foundation
import Testing

@Suite struct GeneratorTests {
    @Test("Generator: its output equals the golden files", arguments: Golden.all)
    func golden(golden: Golden) throws {
        let generator = try golden.generator()
        let folder = GeneratedFolder(golden.folder.path)
        if ProcessInfo.processInfo.environment["REGENERATE"] != nil { _ = try folder.write(generator, source: golden.file) }
        let names = try FileManager.default.contentsOfDirectory(atPath: golden.folder.path).filter { $0.hasSuffix(".swift") }
        #expect(Set(names) == Set(generator.files.keys))
        for (name, text) in generator.files {
            let known = try String(contentsOf: golden.folder.appending(path: name), encoding: .utf8)
            #expect(known == text, "\(name): REGENERATE=1 swift test --filter GeneratorTests writes it")
        }
    }

    @Test("Generator: the same document always produces the same bytes", arguments: Golden.all)
    func isDeterministic(golden: Golden) throws {
        let first = try golden.generator().files
        for _ in 0..<10 { #expect(try golden.generator().files == first) }
    }

    @Test(
        "Generator: a schema becomes a type",
        arguments: [
            (#"{"type": "array", "items": {"type": "string", "nullable": true}}"#, "[String?]"),
            (#"{"type": ["integer", "null"]}"#, "Int?"),
            (#"{"type": "object", "additionalProperties": {"type": "number"}}"#, "[String: Double]"),
            (#"{"type": "string", "format": "date-time"}"#, "Date"),
            (#"{"type": "string", "format": "byte"}"#, "Data"),
            (#"{"anyOf": [{"type": "boolean"}, {"type": "null"}]}"#, "Bool?"),
            (#"{"oneOf": [{"type": "integer"}, {"type": "number"}]}"#, "Double"),
            (#"{"oneOf": [{"type": "integer"}, {"type": "boolean"}]}"#, "GetThingAnswer"),
            (#"{"type": "string", "format": "date"}"#, "Day"),
            (#"{"type": "array", "items": {"type": "string", "format": "uuid"}}"#, "[UUID]"),
            (#"{"type": "integer", "enum": [1, 2, null]}"#, "GetThingAnswer?"),
            (#"{"enum": ["a", "b"]}"#, "GetThingAnswer"),
            (##"{"allOf": [{"$ref": "#/components/schemas/Known"}]}"##, "Known"),
            (##"{"$ref": "#/components/schemas/Alias"}"##, "[Known]"),
            (##"{"$ref": "#/components/schemas/Data"}"##, "ShopData"),
            (#"{"type": "object"}"#, "JSON"), ("{}", "JSON"), ("true", "JSON"), ("7", "JSON"),
        ])
    func shapes(schema: String, type: String) throws {
        let schemas = """
            {"Known": {"properties": {"a": {"type": "string"}}}, "Data": {"properties": {"a": {"type": "string"}}},
            "Alias": {"type": "array", "items": {"$ref": "#/components/schemas/Known"}}}
            """
        #expect(try Generator.answering(schema, schemas: schemas).answer == type)
    }

    @Test("Generator: everything it leaves out is listed in a note that gives its location")
    func notes() throws {
        let notes = try Golden.all.flatMap { try $0.generator().notes.map(\.description) }
        #expect(notes.contains(#"#/paths/~1orders~1{id}~1invoice/get/parameters/1: The parameter "session" in "cookie" is left out."#))
        #expect(notes.contains { $0.hasPrefix("#/webhooks/changed: ") })
    }

    @Test("Generator: a selection contains the operations with a tag, a path or an id, and only their models")
    func selection() throws {
        let all = try Golden.all[0].generator()
        let orders = try Golden.all[0].generator(selection: Selection(tags: ["orders"]))
        #expect(all.operationCount == 14)
        #expect(orders.operationCount == 3)
        #expect(orders.files["PetsEndpoint.swift"] == nil)
        #expect(orders.files["PetList.swift"] == nil)
        #expect(orders.files["Pet.swift"] != nil)
        #expect(try Golden.all[0].generator(selection: Selection(paths: ["/orders/"])).operationCount == 1)
        #expect(try Golden.all[0].generator(selection: Selection(operations: ["getPet"])).operationCount == 1)
    }

    @Test("Generator: names that are taken, equal, empty or keywords are replaced")
    func names() throws {
        let schemas = """
            {"Item": {"properties": {"class": {"type": "string"}, "item-id": {"type": "string"}, "itemID": {"type": "string"},
            "!": {"type": "string"}, "1st": {"type": "string"}}},
            "item": {"properties": {"a": {"type": "string"}}}, "String": {"properties": {"a": {"type": "string"}}}}
            """
        let fields = """
            {"properties": {"a": {"$ref": "#/components/schemas/Item"}, "b": {"$ref": "#/components/schemas/item"},
            "c": {"$ref": "#/components/schemas/String"}}}
            """
        let files = try Generator.answering(fields, schemas: schemas).files
        #expect(Set(files.keys).isSuperset(of: ["Item.swift", "ShopItem.swift", "ShopString.swift"]))
        let item = try #require(files["Item.swift"])
        for member in ["`class`: String?", "itemID: String?", "itemID2: String?", "unnamed1: String?", "value1st: String?"] {
            #expect(item.contains("public var \(member)"), "\(member)")
        }
    }
}
