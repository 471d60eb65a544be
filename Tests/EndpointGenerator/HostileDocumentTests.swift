import EndpointGenerator
import Foundation
import Testing

@Suite struct HostileDocumentTests {
    private static func problems(_ text: String) -> [String] {
        do {
            _ = try Document(parsing: text.utf8)
            return []
        } catch {
            return error.problems.map(\.description)
        }
    }

    @Test("Document: every problem is reported at once, with its pointer")
    func problems() {
        let text = """
            {"openapi": "3.2.0", "components": {"schemas": {
            "A": {"$ref": "#/components/schemas/B"}, "B": {"$ref": "#/components/schemas/A"},
            "C~/": {"items": {"$ref": "https://shop.example/c"}}, "D": {"$ref": "other.json#/D"},
            "E": {"properties": {"$ref": {"type": "string"}}, "example": {"$ref": "#/data"}}}}}
            """
        let problems = Self.problems(text)
        #expect(problems.count == 5)
        #expect(problems.contains { $0.hasPrefix("#/openapi: ") })
        #expect(problems.contains { $0.hasPrefix("#/components/schemas/A: ") && $0.hasSuffix("leads to itself.") })
        #expect(problems.contains { $0.hasPrefix("#/components/schemas/C~0~1/items: ") && $0.contains("no address is") })
        #expect(problems.contains { $0.hasPrefix("#/components/schemas/D: ") })
    }

    @Test("Document: a reference that leads to nothing is a note, and the rest is generated")
    func danglingReference() throws {
        let text = """
            {"openapi": "3.1.0", "paths": {"/a": {"get": {"operationId": "a", "responses": {"200": {"content": {"application/json": {"schema":
            {"properties": {"b": {"$ref": "#/components/schemas/B"}}}}}}}}}}, "components": {"schemas": {"B": {"$ref": "#/gone"}}}}
            """
        let generator = Generator(try Document(parsing: text.utf8), source: "a.json")
        #expect(generator.files["AAnswer.swift"]?.contains("public var b: JSON?") == true)
        #expect(
            generator.notes.map(\.description).filter { $0.contains("leads to nothing") } == [
                "#/paths/~1a/get/responses/200/content/application~1json/schema/properties/b: "
                    + "The reference \"#/components/schemas/B\" leads to nothing. What it stands for is left out.",
                "#/components/schemas/B: The reference \"#/gone\" leads to nothing. What it stands for is left out.",
            ])
    }

    @Test(
        "Document: another format is an error that says what to do",
        arguments: [
            ("openapi: 3.0.0\ninfo:\n", "yq"), (#"{"swagger": "2.0"}"#, "Convert the document"), ("", "empty"), ("[]", "object"),
            (#"{"openapi": "3.0.0", "#, "valid JSON"), ("{}", "`openapi` is missing"),
        ])
    func formats(text: String, words: String) {
        let problems = Self.problems(text)
        #expect(problems.count == 1)
        #expect(problems.first?.contains(words) == true, "\(problems)")
    }

    @Test("Document: a nesting of 10,000 levels is an error")
    func levels() { #expect(Self.problems(String(repeating: #"{"a":"#, count: 10_000)).first?.contains("valid JSON") == true) }

    @Test("Generator: an `allOf` that leads to the same schemas on very many paths is read once")
    func diamonds() throws {
        let schemas = (1...60).map { index in
            let inner = "{\"$ref\": \"#/components/schemas/A\(index - 1)\"}"
            return "\"A\(index)\": {\"allOf\": [\(inner), \(inner), {\"properties\": {\"p\(index)\": {\"type\": \"string\"}}}]}"
        }
        let text = """
            {"openapi": "3.1.0", "paths": {"/a": {"get": {"operationId": "a", "responses": {"200": {"content": {"application/json": {"schema":
            {"$ref": "#/components/schemas/A60"}}}}}}}}, "components": {"schemas": {"A0": {"properties": {"p0": {"type": "string"}}},
            \(schemas.joined(separator: ","))}}}
            """
        let generator = Generator(try Document(parsing: text.utf8), source: "a.json")
        for index in [0, 30, 60] { #expect(generator.files["A60.swift"]?.contains("public var p\(index): String?") == true) }
    }

    @Test("Generator: a schema that contains itself is boxed, or becomes any value")
    func cycles() throws {
        let schemas = """
            {"Tree": {"required": ["left"], "properties": {"left": {"$ref": "#/components/schemas/Tree"},
              "twig": {"$ref": "#/components/schemas/Twig"}, "all": {"type": "array", "items": {"$ref": "#/components/schemas/Tree"}}}},
            "Twig": {"properties": {"tree": {"$ref": "#/components/schemas/Tree"}}},
            "Lists": {"type": "array", "items": {"$ref": "#/components/schemas/Lists"}},
            "All": {"allOf": [{"$ref": "#/components/schemas/All"}, {"properties": {"a": {"type": "string"}}}]}}
            """
        let fields = """
            {"properties": {"a": {"$ref": "#/components/schemas/Tree"}, "b": {"$ref": "#/components/schemas/Lists"},
            "c": {"$ref": "#/components/schemas/All"}}}
            """
        let generator = try Generator.answering(fields, schemas: schemas)
        let tree = try #require(generator.files["Tree.swift"])
        #expect(tree.contains("public var left: Boxed<Tree>\n"))
        #expect(tree.contains("public var twig: Boxed<Twig>?\n"))
        #expect(tree.contains("public var all: [Tree]?\n"))
        #expect(generator.files["GetThingAnswer.swift"]?.contains("public var b: [JSON]?") == true)
        #expect(generator.notes.count == 2)
    }

    @Test("Generator: schemas nested 500 levels deep become any value beyond a certain level")
    func depth() throws {
        let deep = String(repeating: #"{"items":"#, count: 480) + "{}" + String(repeating: "}", count: 480)
        let generator = try Generator.answering(deep)
        #expect(generator.answer?.hasPrefix("[[[[") == true)
        #expect(generator.notes.contains { $0.message.contains("deep") })
    }

    @Test("Generator: a chain of 500 schemas becomes 500 models and no note, even with unions between them")
    func chain() throws {
        let schemas = (0..<500).map { index in
            let next = ##"{"$ref": "#/components/schemas/M\##(index + 1)"}"##
            let inner = index % 3 == 0 ? next : index % 3 == 1 ? #"{"oneOf": [\#(next), {"type": "string"}]}"# : #"{"items": \#(next)}"#
            return #""M\#(index)": {"properties": {"next": \#(inner)}}"#
        }
        let last = ##""M500": {"nullable": true, "properties": {"first": {"$ref": "#/components/schemas/M0"}}}"##
        let generator = try Generator.answering(
            ##"{"$ref": "#/components/schemas/M0"}"##, schemas: "{\((schemas + [last]).joined(separator: ",\n"))}")
        #expect(generator.notes == [])
        #expect((0...500).allSatisfy { generator.files["M\($0).swift"] != nil })
        #expect(generator.files["M499.swift"]?.contains("case m500(M500)") == true)
    }

    @Test("Generator: values of the wrong kind, odd strings and duplicate ids cause no trap and no unterminated comment")
    func oddValues() throws {
        let paths = #"""
            {"/a\"\\(b)/{x y}/{}": {"parameters": 7, "get": {"operationId": "same", "summary": "*/ Ends \u0000 \u202e here\nand `there", "tags": "x",
              "parameters": [null, {"name": 3}, {"name": "x y", "in": "path", "schema": []}], "responses": []}},
            "/b": {"get": {"operationId": "same", "requestBody": {"content": 1}, "responses": {"200": 4, "abc": {}, "404": {"content": {}}}}},
            "/c": {"get": {"operationId": "🙂", "responses": {}}, "post": {"operationId": "init", "responses": {}}},
            "no": {"get": {}}, "/d": 5, "/e": {"get": 6}}
            """#
        let generator = try Generator(paths: paths, more: #", "servers": 3, "security": {}, "tags": [4], "webhooks": 1"#)
        #expect(generator.operationCount == 4)
        let code = try #require(generator.files["ShopEndpoint.swift"])
        #expect(code.contains(#".get("a\"\\(b)/\(xY)/\(unnamed1)")"#))
        #expect(code.contains("/// / Ends here and there.\n"))
        #expect(generator.notes.contains { $0.message.contains("occurs twice") })
        #expect(code.contains("case b\n"))
    }

    @Test("Generator: every mutation of a document generates code or reports problems")
    func mutations() throws {
        let golden = Golden.all[0]
        let url = golden.folder.deletingLastPathComponent().appending(path: golden.file)
        let text = try String(contentsOf: url, encoding: .utf8)
        let values = ["null", "7", "[]", "{}", #""x""#, "true", ##"{"$ref":"#/components/schemas/Pet"}"##]
        var generator = SystemRandomNumberGenerator()
        // A value follows each colon.
        let colons = text.indices.filter { text[$0] == ":" }
        for value in values {
            for _ in 0..<6 {
                guard let place = colons.randomElement(using: &generator) else { continue }
                let rest = text[text.index(after: place)...]
                let end = rest.firstIndex { ",}]".contains($0) } ?? rest.endIndex
                let mutant = text[...place] + value + rest[end...]
                guard let document = try? Document(parsing: mutant.utf8) else { continue }
                _ = Generator(document, source: "mutant.json")
            }
        }
    }
}
