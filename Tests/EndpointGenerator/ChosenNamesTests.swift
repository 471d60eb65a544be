import EndpointGenerator
import Foundation
import Testing

/// The file in which a person chooses names and pages.
@Suite struct ChosenNamesTests {
    private static func generator(_ golden: Golden, _ choices: String) throws -> Generator {
        let url = golden.folder.deletingLastPathComponent().appending(path: golden.file)
        let document = try Document(parsing: try Data(contentsOf: url))
        return Generator(document, source: golden.file, chosen: try ChosenNames(parsing: choices.utf8))
    }

    @Test("ChosenNames: operations, tags' enums, types, members and enum values have the chosen names")
    func names() throws {
        let generator = try Self.generator(
            Golden.all[0],
            ##"""
            {"operations": {"listPets": "pets", "GET /orders": "sales"}, "tags": {"orders": "SalesEndpoint"},
            "types": {"Pet": "Animal", "Error": "ShopProblem", "#/components/schemas/Order/properties/state": "Progress"},
            "members": {"Pet": {"born_at": "birth"}, "PetStatus": {"in-store": "here"}}}
            """##)
        #expect(generator.choiceNotes.isEmpty)
        let pets = try #require(generator.files["PetsEndpoint.swift"])
        #expect(pets.contains("public func pets("))
        #expect(pets.contains("[.any: ShopProblem.self]"))
        #expect(generator.files["SalesEndpoint.swift"]?.contains("public func sales() -> Call<[Order]>") == true)
        let animal = try #require(generator.files["Animal.swift"])
        #expect(animal.contains("public var birth: Date?\n"))
        #expect(animal.contains("case birth = \"born_at\"\n"))
        #expect(generator.files["Order.swift"]?.contains("public var state: Progress?\n") == true)
        #expect(generator.files["PetStatus.swift"]?.contains("public static let here: Self = \"in-store\"\n") == true)
        // Names that a person has chosen aren't listed as invented.
        let file = try #require(generator.choices)
        let invented = try #require(file.range(of: "\"invented\"")).lowerBound
        #expect(!file[invented...].contains("GET /orders"))
        #expect(!file[invented...].contains("Error"))
    }

    @Test("ChosenNames: the file lists the invented names, keeps the choices, and is the same after a second run")
    func invented() throws {
        let choices = #"{"types": {"Pet": "Animal"}}"#
        let first = try #require(try Self.generator(Golden.all[0], choices).choices)
        #expect(
            first == #"""
                {
                  "types": {
                    "Pet": "Animal"
                  },
                  "invented": {
                    "operations": {
                      "GET /orders": "orders"
                    },
                    "types": {
                      "Error": "PetShopError"
                    },
                    "members": {
                      "#/components/schemas/Order/properties/state": {
                        "2nd try": "value2ndTry",
                        "OPEN": "open2"
                      },
                      "#/paths/~1visits~1{id}/get/parameters/0/schema": {
                        "1": "value1",
                        "2": "value2"
                      },
                      "Pet": {
                        "self": "selfValue"
                      }
                    }
                  }
                }

                """#)
        #expect(try Self.generator(Golden.all[0], first).choices == first)
        #expect(try Self.generator(Golden.lists, "{}").choices == nil)
    }

    @Test("ChosenNames: a choice about something that isn't in the document becomes a note that gives its location")
    func unknown() throws {
        let notes = try Self.generator(
            Golden.all[0],
            ##"""
            {"operations": {"noSuch": "a", "GET /pets": "all"}, "tags": {"cats": "CatsEndpoint"},
            "types": {"Fish": "Feline", "#/paths/x": "X", "Pet": "Order2", "NewPet": "PetShopClient"},
            "members": {"Pet": {"colour": "color"}, "Fish": {}}, "paging": {"noSuch": false}}
            """##
        ).choiceNotes.map(\.description)
        #expect(
            notes == [
                #"#/operations/noSuch: The document has no operation "noSuch"."#,
                #"#/paging/noSuch: The document has no operation "noSuch"."#,
                #"#/tags/cats: No operation has the tag "cats" first."#,
                ##"#/types/#~1paths~1x: The document has no schema "#/paths/x"."##,
                #"#/types/Fish: The document has no schema "Fish"."#,
                #"#/members/Fish: The document has no schema "Fish"."#,
                #"#/members/Pet/colour: The schema has no member or word "colour"."#,
                #"#/types/NewPet: The chosen name "PetShopClient" is taken."#,
            ])
    }

    @Test(
        "ChosenNames: an unusable file is an error that gives the location of each problem",
        arguments: [
            ("[]", ["#: The file isn't an object."]),
            (#"{"operation": {}}"#, [#"#/operation: The section "operation" is unknown."#]),
            (#"{"types": 7}"#, ["#/types: The section isn't an object."]),
            (
                #"{"types": {"A": "string", "B": "a b", "C": "X", "D": "x", "E": 1}}"#,
                [
                    #"#/types/A: The name "string" is taken by Swift or the framework."#, "#/types/B: The value isn't a name in Swift.",
                    #"#/types/D: The name "x" is chosen twice."#, "#/types/E: The value isn't a name in Swift.",
                ]
            ),
            (#"{"operations": {"a": "call"}}"#, [#"#/operations/a: The name "call" is taken by Swift or the framework."#]),
            (#"{"members": {"A": {"b": "self"}}}"#, [#"#/members/A/b: The name "self" is taken by Swift or the framework."#]),
            (#"{"paging": {"a": true}}"#, ["#/paging/a: The value is neither false nor an object."]),
            (#"{"paging": {"a": {"by": "magic", "x": 1}}}"#, ["by", "x"].map { "#/paging/a/\($0): The key or its value is unknown." }),
        ])
    func invalid(text: String, problems: [String]) {
        let error = #expect(throws: DocumentProblems.self) { try ChosenNames(parsing: text.utf8) }
        #expect(error?.problems.map(\.description) == problems)
    }

    // MARK: Pages

    @Test(
        "ChosenNames: a choice can stop a list from being read in pages, or change how it is read",
        arguments: [
            (#""listCursors": false"#, "listCursors", ""),
            (
                #""listUnknowns": {"by": "number", "first": 0}"#, "listUnknowns",
                #"(page: nil, limit: limit, kind: kind).paged(by: .number(first: 0))"#
            ),
            (#""listMany": {"elements": "rare"}"#, "listMany", "(page: nil, perPage: perPage).paged(by: .number())"),
            (#""getDocument": {"by": "number", "parameter": "page"}"#, "getDocument", "(page: nil).paged(by: .number())"),
            (#""listZeros": {"by": "offset", "parameter": "pageNumber"}"#, "listZeros", #".paged(by: .offset("pageNumber"))"#),
            (#""listOffsets": {"exactTotal": true}"#, "listOffsets", #".paged(by: .offset(size: .item("limit")))"#),
            (#""listMany": {"elements": "none"}"#, "listMany", ""), (#""listLost": {"by": "cursor", "next": "data"}"#, "listLost", ""),
            (#""listLost": {"by": "cursor"}"#, "listLost", ""), (#""listLost": {"by": "number", "parameter": "p"}"#, "listLost", ""),
        ])
    func paging(choice: String, operation: String, code: String) throws {
        let generator = try Self.generator(Golden.lists, #"{"paging": {\#(choice)}}"#)
        #expect(generator.choiceNotes.isEmpty)
        let file = try #require(generator.files["ListsEndpoint.swift"])
        #expect(generator.pagedLists.rows.contains { $0.operation == operation } == !code.isEmpty)
        #expect(file.contains(code) || code.isEmpty, "\(file)")
        // A choice that can't be applied becomes a note.
        let isNoted = generator.notes.contains { $0.description.contains("isn't read in pages") && $0.place.description.contains("lost") }
        if operation == "listLost" { #expect(isNoted) }
    }
}
