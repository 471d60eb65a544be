import EndpointGenerator
import Testing

@Suite struct UnionTests {
    private static let schemas = """
        {"Cat": {"type": "object", "required": ["kind", "lives"], "properties": {"kind": {"const": "cat"}, "lives": {"type": "integer"}}},
        "Dog": {"type": "object", "required": ["kind"], "properties": {"kind": {"enum": ["dog"]}, "friend": {"$ref": "#/components/schemas/Animal"}}},
        "Animal": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Dog"}]},
        "Small": {"type": "object", "required": ["a"], "properties": {"a": {"type": "string"}, "z": {"type": "integer"}}},
        "Large": {"type": "object", "required": ["a", "b"], "properties": {"a": {"type": "string"}, "b": {"type": "string"}}},
        "Loose": {"type": "object", "properties": {"a": {"type": "integer"}, "c": {"type": "string"}}},
        "Word": {"enum": ["x", "y"]},
        "Base": {"type": "object", "required": ["petType"], "properties": {"petType": {"type": "string"}},
          "discriminator": {"propertyName": "petType", "mapping": {"one": "#/components/schemas/One", "two": "Two"}}},
        "One": {"allOf": [{"$ref": "#/components/schemas/Base"}, {"properties": {"one": {"type": "string"}}}]},
        "Two": {"allOf": [{"$ref": "#/components/schemas/Base"}]},
        "Tree": {"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/components/schemas/Tree"}}]},
        "Expression": {"oneOf": [{"type": "integer"}, {"type": "object", "required": ["not"], "properties": {"not": {"$ref": "#/components/schemas/Expression"}}}]}}
        """

    private static func ref(_ name: String) -> String { ##"{"$ref": "#/components/schemas/\##(name)"}"## }

    struct Row: Sendable, CustomTestStringConvertible {
        let name: String
        let schema: String
        var type = "GetThingAnswer"
        var file = "GetThingAnswer"
        let lines: [String]
        var testDescription: String { name }
    }

    static let rows: [Row] = [
        Row(
            name: "members that say which alternative it is", schema: ref("Animal"), type: "Animal", file: "Animal",
            lines: [
                "nonisolated public indirect enum Animal: Codable, Hashable, Sendable, TaggedUnion {", "case cat(Cat)", "case dog(Dog)",
                "case unknown(JSON)", #"public static let tagKey = "kind""#,
                #"Variant("cat", cat) { if case .cat(let cat) = $0 { cat } else { nil } },"#,
            ]),
        Row(
            name: "a tag is left out of the alternatives", schema: ref("Animal"), type: "Animal", file: "Cat",
            lines: ["public var lives: Int"]),
        Row(
            name: "a discriminator with a mapping",
            schema: ##"""
                {"oneOf": [{"$ref": "#/components/schemas/Small"}, {"$ref": "#/components/schemas/Loose"}],
                "discriminator": {"propertyName": "a", "mapping": {"s": "#/components/schemas/Small", "l-1": "Loose", "l-2": "Loose"}}}
                """##,
            lines: [#"Variant("s", s)"#, "case l1(Loose)", #"Variant("l-2", l2)"#]),
        Row(
            name: "a discriminator without a mapping",
            schema: ##"""
                {"oneOf": [{"$ref": "#/components/schemas/Small"}, {"$ref": "#/components/schemas/Cat"}], "discriminator": {"propertyName": "kind"}}
                """##,
            lines: [#"Variant("Small", small)"#, #"Variant("cat", cat)"#]),
        Row(
            name: "integers as tags",
            schema: #"""
                {"oneOf": [{"required": ["type"], "properties": {"type": {"const": 1}}}, {"required": ["type"], "properties": {"type": {"const": 2}}}]}
                """#,
            lines: ["Variant(1, value1)", "Variant(2, value2)"]),
        Row(
            name: "subclasses of a superclass", schema: ref("Base"), type: "Base", file: "Base",
            lines: [#"tagKey = "petType""#, #"Variant("one", one)"#, #"Variant("two", two)"#, "case two(Two)"]),
        Row(
            name: "values of different kinds",
            schema: """
                {"type": ["string", "integer", "boolean", "null"]}
                """,
            type: "GetThingAnswer?", lines: ["case bool(Bool)", "case number(Int)", "case text(String)", "case other(JSON)"]),
        Row(
            name: "one or many",
            schema: #"{"oneOf": [{"type": "string"}, {"type": "array", "items": {"type": "string"}}]}"#,
            lines: [
                "if let value = try? container.decode(String.self) {", "} else if let value = try? container.decode([String].self) {",
                "self = .other(try container.decode(JSON.self))", "case .texts(let value): try container.encode(value)",
            ]),
        Row(
            name: "objects with other required members, the most specific first",
            schema: #"{"anyOf": [\#(ref("Small")), \#(ref("Large"))]}"#,
            lines: [
                "if let value = try? container.decode(Large.self) {", "} else if let value = try? container.decode(Small.self) {",
                "case .large(let value): try value.encode(to: encoder)",
            ]),
        Row(
            name: "objects that nothing tells apart are one with all members", schema: #"{"anyOf": [\#(ref("Small")), \#(ref("Loose"))]}"#,
            lines: ["public var a: A?", "public var z: Int?", "public var c: String?", "case number(Int)", "case text(String)"]),
        Row(
            name: "alternatives beside members are members too",
            schema: #"{"required": ["id"], "properties": {"id": {"type": "string"}}, "oneOf": [\#(ref("Small")), \#(ref("Large"))]}"#,
            lines: ["public var id: String", "public var a: String\n", "public var b: String?", "public var z: Int?"]),
        Row(
            name: "words beside a free text are an open set", schema: #"{"anyOf": [\#(ref("Word")), {"type": "string"}]}"#, type: "Word",
            file: "Word", lines: ["struct Word: OpenEnum"]),
        Row(
            name: "two sets of words are one", schema: #"{"anyOf": [\#(ref("Word")), {"enum": ["y", "z"]}]}"#,
            lines: [#"static let x: Self = "x""#, #"static let z: Self = "z""#]),
        Row(
            name: "null is optional", schema: #"{"oneOf": [\#(ref("Cat")), {"type": "null"}]}"#, type: "Cat?", file: "Cat", lines: []),
        Row(name: "one alternative alone", schema: #"{"oneOf": [\#(ref("Cat"))]}"#, type: "Cat", file: "Cat", lines: []),
        Row(
            name: "a list of itself", schema: ref("Tree"), type: "Tree", file: "Tree",
            lines: ["public enum Tree", "case text(String)", "case trees([Tree])"]),
        Row(
            name: "an object of itself", schema: ref("Expression"), type: "Expression", file: "Expression",
            lines: ["public indirect enum Expression", "public var not: Expression\n"]),
    ]

    @Test("Union: alternatives become the Swift type that fits them", arguments: rows)
    func unions(row: Row) throws {
        let generator = try Generator.answering(row.schema, schemas: Self.schemas)
        #expect(generator.answer == row.type)
        let text = try #require(generator.files["\(row.file).swift"])
        for line in row.lines { #expect(text.contains(line), "\(line) in \(text)") }
        #expect(generator.notes == [])
    }

    @Test("Union: a union that is only sent has no unknown variant")
    func sent() throws {
        let generator = try Generator(
            paths: ##"""
                {"/a": {"post": {"operationId": "add", "requestBody": {"content": {"application/json": {"schema":
                {"oneOf": [{"$ref": "#/components/schemas/Animal"}, {"type": "string"}]}}}}, "responses": {}}}}
                """##, schemas: Self.schemas)
        let text = try #require(generator.files["AddBody.swift"])
        #expect(!text.contains("JSON"))
        #expect(text.contains("} else {\n            self = .text(try container.decode(String.self))"), "\(text)")
    }
}
