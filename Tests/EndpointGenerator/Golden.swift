import EndpointGenerator
import Foundation

/// A document whose generated code is beside it, and is part of this target.
struct Golden: Sendable, CustomStringConvertible {
    let name: String
    let file: String
    var description: String { name }

    static let all = [
        Golden(name: "PetShop", file: "petshop.json"), Golden(name: "Comics", file: "comics.json"), lists, marvel,
    ]
    /// The lists of Marvel's API, as its sample reads them.
    static let marvel = Golden(name: "Marvel", file: "marvel.json")
    /// One operation for each way in which a list continues.
    static let lists = Golden(name: "Lists", file: "lists.json")

    private static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
    var folder: URL { Self.root.appending(path: name) }

    var document: URL { Self.root.appending(path: file) }

    func generator(selection: Selection = Selection()) throws -> Generator {
        let text = try Data(contentsOf: document)
        return Generator(try Document(parsing: text), source: file, selection: selection)
    }
}

extension Generator {
    /// Generates code for these paths and schemas, which are objects in JSON.
    init(paths: String, schemas: String = "{}", more: String = "") throws {
        let text = """
            {"openapi": "3.0.3", "info": {"title": "Shop"}, "paths": \(paths), "components": {"schemas": \(schemas)}\(more)}
            """
        self.init(try Document(parsing: text.utf8), source: "shop.json")
    }

    /// One GET that answers with a schema.
    static func answering(_ schema: String, schemas: String = "{}") throws -> Generator {
        try Generator(
            paths: """
                {"/thing": {"get": {"operationId": "getThing", "responses": {"200": {"description": "", "content":
                {"application/json": {"schema": \(schema)}}}}}}}
                """, schemas: schemas)
    }

    /// The type that `getThing` returns.
    var answer: String? {
        files["ShopEndpoint.swift"]?.firstMatch(of: /getThing\(\) -> Call<(.*?)> \{/).map { String($0.output.1) }
    }
}
