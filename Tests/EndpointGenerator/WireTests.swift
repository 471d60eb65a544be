import EndpointGenerator
import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization
import Testing

/// Every operation of the golden clients over a real connection, compared with the document, which is read here without the generator.
@Suite struct WireTests {
    /// An operation in a document, with values for its parameters and the call that sends them.
    struct Row: Sendable {
        let line: String
        /// The values of the parameters by their names in the document; several for a list. Missing parameters aren't sent.
        var values: [String: [String]] = [:]
        var body: JSON?
        /// Calls the operation, and returns its response as JSON; nil if it has no content.
        let call: @Sendable (URL) async throws -> JSON?
    }

    private static func json(_ value: some Encodable, _ convention: JSONConvention = .standard) throws -> JSON {
        try JSON(parsing: try convention.encoder().encode(value))
    }

    private static func petShop(
        _ call: @escaping @Sendable (PetShopClient) async throws -> JSON?
    ) -> @Sendable (URL) async throws -> JSON? {
        { url in
            var configuration = APIConfiguration(baseURL: url, authentication: .bearer("t"))
            configuration.credentials = ["admin_key": .headers(["X-Admin-Key": "k"])]
            return try await call(PetShopClient(configuration: configuration))
        }
    }

    private static func pet(_ value: some Encodable) throws -> JSON { try json(value, PetShopClient.json) }
    private static let newPet = NewPet(
        name: "Rex", status: .inStore, price: 2.5, bornAt: Date(timeIntervalSince1970: 0), owner: .init(email: "a@b"), labels: ["a": "b"])

    private static let petShopRows: [Row] = [
        Row(
            line: "GET /pets",
            values: [
                "X-Request-ID": ["r"], "status": ["available", "in-store"], "sort": ["-name"], "born_after": ["1970-01-01T00:00:00Z"],
                "filter[name]": ["a&b"], "filter[max_price]": ["2.5"], "tag": ["x", "y z"], "limit": ["3"],
            ],
            call: petShop {
                try pet(
                    try await $0.listPets(
                        xRequestID: "r", status: [.available, .inStore], sort: .minusName, bornAfter: Date(timeIntervalSince1970: 0),
                        filterName: "a&b", filterMaxPrice: 2.5, tag: ["x", "y z"], limit: 3
                    ).value)
            }),
        Row(line: "GET /pets", call: petShop { try pet(try await $0.listPets().value) }),
        Row(
            line: "POST /pets",
            body: [
                "name": "Rex", "status": "in-store", "price": 2.5, "born_at": "1970-01-01T00:00:00Z", "owner": ["email": "a@b"],
                "labels": ["a": "b"],
            ], call: petShop { try pet(try await $0.addPet(newPet).value) }),
        Row(line: "GET /pets/{petId}", values: ["petId": ["7"]], call: petShop { try pet(try await $0.getPet(id: 7).value) }),
        Row(
            line: "PATCH /pets/{petId}", values: ["petId": ["7"]], body: ["name": "Max"],
            call: petShop { try pet(try await $0.changePet(id: 7, ChangePetBody(name: "Max")).value) }),
        Row(
            line: "DELETE /pets/{petId}", values: ["petId": ["7"]],
            call: petShop {
                try await $0.call(PetsEndpoint.remove(id: 7)).value
                return nil
            }),
        Row(
            line: "GET /pets/{petId}/photo", values: ["petId": ["7"]],
            call: petShop {
                _ = try await $0.getPhoto(petID: 7).value
                return nil
            }),
        Row(
            line: "PUT /pets/{petId}/photo", values: ["petId": ["7"]], body: "png",
            call: petShop {
                try await $0.setPhoto(petID: 7, Data("png".utf8)).value
                return nil
            }),
        Row(line: "GET /orders", call: petShop { try pet(try await $0.orders().value) }),
        Row(
            line: "POST /orders", body: ["pet_id": "7", "class": "default"],
            call: petShop { try pet(try await $0.placeOrder(PlaceOrderBody(petID: 7, class: .default)).value) }),
        Row(
            line: "GET /orders/{id}/invoice", values: ["id": ["a/b ü"]],
            call: petShop { .string(try await $0.getInvoice(id: "a/b ü").value) }),
        Row(
            line: "GET /visits/{id}",
            values: [
                "id": [visitID.uuidString.lowercased()], "X-Since": ["1970-01-01T00:00:00Z"], "X-Level": ["2"], "X-Rooms": ["a", "b"],
                "day": ["2026-11-26"], "where[vet][name]": ["Ann"],
            ],
            call: petShop {
                try pet(
                    try await $0.getVisit(
                        id: visitID, xSince: Date(timeIntervalSince1970: 0), xLevel: .value2, xRooms: ["a", "b"],
                        day: Day(year: 2026, month: 11, day: 26), where: VisitWhere(vet: .init(name: "Ann"))
                    ).value)
            }),
        Row(
            line: "PATCH /visits/{id}", values: ["id": [visitID.uuidString.lowercased()]], body: ["vet": nil, "day": "2026-11-26"],
            call: petShop {
                let day = Day(year: 2026, month: 11, day: 26)
                try await $0.changeVisit(id: visitID, ChangeVisitBody(vet: nil, day: day.map { .value($0) } ?? .missing)).value
                return nil
            }),
        Row(line: "GET /visits/changes", call: petShop { try pet(try await $0.visitChanges().value) }),
    ]

    private static let visitID = UUID()

    private static func comics(
        _ call: @escaping @Sendable (ComicsClient) async throws -> JSON?
    ) -> @Sendable (URL) async throws -> JSON? {
        { url in
            let configuration = APIConfiguration(baseURL: url, authentication: .query(["apikey": "k"]))
            return try await call(ComicsClient(configuration: configuration))
        }
    }

    private static let comicsRows: [Row] = [
        Row(
            line: "GET /v1/public/characters",
            values: ["nameStartsWith": ["Sp i"], "comics": ["1", "2"], "orderBy": ["-modified"], "limit": ["5"], "offset": ["10"]],
            call: comics {
                try json(
                    try await $0.charactersList(nameStartsWith: "Sp i", comics: [1, 2], orderBy: .minusModified, limit: 5, offset: 10).value
                )
            }),
        Row(
            line: "GET /v1/public/characters/{characterId}", values: ["characterId": ["9"]],
            call: comics { try json(try await $0.character(id: 9).value) }),
    ]

    @Test("Generated clients: the request on the wire and the decoded response match the document", arguments: petShopRows.indices)
    func petShop(index: Int) async throws {
        try await Self.check(Self.petShopRows[index], of: "petshop.json", keys: ["token": "Bearer t", "admin_key": "k"])
    }

    @Test("Generated clients: a request from a document of version 3.1 matches the document", arguments: comicsRows.indices)
    func comics(index: Int) async throws {
        try await Self.check(Self.comicsRows[index], of: "comics.json", keys: ["keys": "k"])
    }

    @Test("Generated clients: every operation in the documents is called, except for one with its own server")
    func isComplete() throws {
        for (file, rows) in [("petshop.json", Self.petShopRows), ("comics.json", Self.comicsRows)] {
            #expect(try DocumentReader(file).lines == Set(rows.map(\.line)))
        }
    }

    private static func check(_ row: Row, of file: String, keys: [String: String]) async throws {
        let reader = try DocumentReader(file)
        let operation = try #require(reader.operation(row.line))
        let (answer, contentType) = reader.sampleAnswer(of: operation)
        let requests = Mutex<[HTTPRequest]>([])
        let server = try LoopbackServer { request in
            requests.withLock { $0.append(request) }
            guard let answer else { return HTTPResponse(status: 204) }
            let body = answer.string.map { Data($0.utf8) }
            return HTTPResponse(headers: ["Content-Type": contentType], body: try body ?? answer.data())
        }
        defer { server.stop() }
        let received = try await row.call(server.url)
        if let received { #expect(received == answer) }
        let request = try #require(requests.withLock { $0.first })
        // The method and the path.
        #expect(request.method.rawValue == row.line.prefix { $0 != " " })
        #expect(request.url.absoluteString.dropFirst(server.origin.description.count).prefix { $0 != "?" } == reader.path(row)[...])
        // The query, including the credentials that belong in it.
        var query = reader.query(row, operation)
        var fields = reader.fields(row, operation)
        for (name, value) in reader.credentials(of: operation, keys) {
            if name.hasPrefix("?") { query.append("\(name.dropFirst())=\(value)") } else { fields[name] = value }
        }
        let sent = request.url.absoluteString.split(separator: "?").dropFirst().first?.split(separator: "&").map { String($0) } ?? []
        #expect(sent.sorted() == query.sorted())
        // The header fields. A field that the document declares and the call leaves out isn't sent.
        for name in reader.fieldNames { #expect(request.headers[name] == fields[name], "\(name)") }
        #expect(request.headers["Content-Type"] == reader.contentType(of: operation, row))
        // The body.
        var bytes = Data()
        if let body = request.body { for try await chunk in try body.chunks() { bytes += chunk } }
        switch reader.contentType(of: operation, row) {
        case let type? where type.hasSuffix("json"): #expect(try JSON(parsing: bytes) == row.body)
        case "application/x-www-form-urlencoded":
            let form = (row.body?.object ?? JSON.Object()).map { "\($0.key)=\($0.value.string ?? "")" }
            #expect(String(decoding: bytes, as: UTF8.self).split(separator: "&").map { String($0) }.sorted() == form.sorted())
        default: #expect(String(decoding: bytes, as: UTF8.self) == row.body?.string ?? "")
        }
    }
}

/// Reads the parts of a document that the tests need, without the generator.
private struct DocumentReader {
    private let root: JSON

    init(_ file: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden")
        root = try JSON(parsing: try Data(contentsOf: folder.appending(path: file)))
    }

    private func resolve(_ value: JSON?) -> JSON {
        guard let value, let reference = value["$ref"]?.string else { return value ?? .null }
        var target = root
        for key in reference.split(separator: "/").dropFirst() { target = target[String(key).replacing("~1", with: "/")] ?? .null }
        return resolve(target)
    }

    private var paths: JSON.Object { root["paths"]?.object ?? JSON.Object() }

    var lines: Set<String> {
        Set(
            paths.flatMap { path, item in
                let operations = (resolve(item).object ?? JSON.Object()).filter {
                    $0.value.object?["responses"] != nil && $0.value["servers"] == nil
                }
                return operations.map { "\($0.key.uppercased()) \(path)" }
            })
    }

    func operation(_ line: String) -> JSON? {
        let parts = line.split(separator: " ").map { String($0) }
        let item = resolve(paths[parts[1]])
        guard var operation = item[parts[0].lowercased()]?.object else { return nil }
        operation["parameters"] = .array((item["parameters"]?.array ?? []) + (operation["parameters"]?.array ?? []))
        return .object(operation)
    }

    // MARK: The request

    private static func encoded(_ text: String) -> String {
        let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        let parts = text.utf8.map { byte in
            unreserved.contains(byte) ? String(UnicodeScalar(byte)) : "%" + String(Int(byte) + 256, radix: 16).dropFirst().uppercased()
        }
        return parts.joined()
    }

    /// The path without the base path of the first server, because the test's server has none.
    func path(_ row: WireTests.Row) -> String {
        var path = String(row.line.drop { $0 != " " }.dropFirst())
        for (name, values) in row.values { path = path.replacing("{\(name)}", with: Self.encoded(values[0])) }
        return path
    }

    private func parameters(_ operation: JSON) -> [JSON] { (operation["parameters"]?.array ?? []).map { resolve($0) } }

    func query(_ row: WireTests.Row, _ operation: JSON) -> [String] {
        parameters(operation).filter { $0["in"]?.string == "query" }.flatMap { parameter -> [String] in
            let name = parameter["name"]?.string ?? ""
            if parameter["style"]?.string == "deepObject" {
                return row.values.filter { $0.key.hasPrefix("\(name)[") }.map { "\(Self.encoded($0.key))=\(Self.encoded($0.value[0]))" }
            }
            let values = (row.values[name] ?? []).map { Self.encoded($0) }
            if values.isEmpty { return [] }
            if parameter["explode"]?.bool == false { return ["\(name)=\(values.joined(separator: ","))"] }
            return values.map { "\(name)=\($0)" }
        }
    }

    func fields(_ row: WireTests.Row, _ operation: JSON) -> [String: String] {
        let names = parameters(operation).filter { $0["in"]?.string == "header" }.compactMap { $0["name"]?.string }
        return Dictionary(uniqueKeysWithValues: names.compactMap { name in row.values[name].map { (name, $0.joined(separator: ", ")) } })
    }

    private var schemes: JSON.Object { root["components"]?["securitySchemes"]?.object ?? JSON.Object() }

    /// The names of all header fields that the document declares for parameters and credentials.
    var fieldNames: Set<String> {
        let parameters = (root["components"]?["parameters"]?.object ?? JSON.Object()).map(\.value)
        return Set((parameters + schemes.map(\.value)).filter { $0["in"]?.string == "header" }.compactMap { $0["name"]?.string })
            .union(["Authorization"])
    }

    /// The credentials for all schemes of the last alternative, by the names of their header fields. The name of a query item begins with a
    /// question mark.
    func credentials(of operation: JSON, _ keys: [String: String]) -> [String: String] {
        let alternatives = (operation["security"] ?? root["security"])?.array ?? []
        var all: [String: String] = [:]
        for name in alternatives.last?.object?.keys ?? [] {
            let field = schemes[name]?["name"]?.string ?? "Authorization"
            all[schemes[name]?["in"]?.string == "query" ? "?\(field)" : field] = keys[name]
        }
        return all
    }

    func contentType(of operation: JSON, _ row: WireTests.Row) -> String? {
        row.body == nil ? nil : resolve(operation["requestBody"])["content"]?.object?.keys.first
    }

    // MARK: The answer

    /// A valid body for the first success response, with all members, and its content type; nil if that response has no content.
    func sampleAnswer(of operation: JSON) -> (JSON?, String) {
        let responses = operation["responses"]?.object ?? JSON.Object()
        let success = responses.keys.filter { $0.hasPrefix("2") }.sorted().first ?? ""
        guard let content = resolve(responses[success])["content"]?.object, let type = content.keys.first else { return (nil, "") }
        return (type.hasSuffix("json") ? sample(content[type]?["schema"], []) : "text", type)
    }

    private func sample(_ given: JSON?, _ path: [String]) -> JSON {
        let schema = resolve(given)
        if let value = schema["const"] ?? schema["enum"]?[0] { return value }
        if let alternatives = (schema["oneOf"] ?? schema["anyOf"])?.array, let first = alternatives.first { return sample(first, path) }
        var members = JSON.Object()
        for part in schema["allOf"]?.array ?? [] {
            for (key, value) in sample(part, path).object ?? JSON.Object() { members[key] = value }
        }
        for (key, value) in schema["properties"]?.object ?? JSON.Object() {
            // The nesting of a schema that contains itself is limited.
            if let reference = value["$ref"]?.string ?? value["items"]?["$ref"]?.string {
                if path.filter({ $0 == reference }).count > 1 { continue }
                members[key] = sample(value, path + [reference])
            } else {
                members[key] = sample(value, path)
            }
        }
        if !members.isEmpty { return .object(members) }
        let types = schema["type"]?.array?.compactMap(\.string) ?? [schema["type"]?.string].compactMap(\.self)
        switch (types.first, schema["format"]?.string) {
        case ("string", "date-time"): return "2020-01-02T03:04:05Z"
        case ("string", "date"): return "2020-01-02"
        case ("string", "uuid"): return "5ab3c0de-0000-4000-8000-00000000000a"
        case ("string", _): return "text"
        case ("integer", _): return 7
        case ("number", _): return 2.5
        case ("boolean", _): return true
        case ("array", _): return [sample(schema["items"], path), sample(schema["items"], path)]
        case ("object", _): return ["key": sample(schema["additionalProperties"], path)]
        default: return ["any": [1, nil]]
        }
    }
}
