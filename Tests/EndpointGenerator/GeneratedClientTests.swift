import EndpointKit
import EndpointKitTesting
import Foundation
import Testing

/// The requests of the code generated from `petshop.json` and `comics.json`, and how that code reads responses.
@Suite struct GeneratedClientTests {
    private static func client(_ transport: any Transport) throws -> PetShopClient {
        var configuration = APIConfiguration(baseURL: try #require(PetShopClient.server), authentication: .bearer("t"))
        configuration.credentials = ["admin_key": .headers(["X-Admin-Key": "k"])]
        return PetShopClient(configuration: configuration, transport: transport)
    }

    private static let hulk: JSON = ["id": 1, "name": "Rex", "status": "flying", "born_at": "2020-01-02T03:04:05Z"]

    private static func body(_ request: HTTPRequest?) async throws -> String {
        var text = ""
        if let body = request?.body { for try await chunk in try body.chunks() { text += String(decoding: chunk, as: UTF8.self) } }
        return text
    }

    private struct Sent: Sendable {
        let call: @Sendable (PetShopClient) async throws -> Void
        let line: String
        var fields: [String: String] = [:]
        var body = ""
        let answer: JSON
    }

    private static let sent: [Sent] = [
        Sent(
            call: { _ = try await $0.listPets().value }, line: "GET https://eu.petshop.example/v2/pets",
            fields: ["Authorization": "Bearer t"], answer: ["pets": []]),
        Sent(
            call: { client in
                _ = try await client.listPets(
                    xRequestID: "r", status: [.available, .inStore], sort: .minusName, bornAfter: Date(timeIntervalSince1970: 0),
                    filterName: "a&b", filterMaxPrice: 2.5, tag: ["x", "y"], limit: 3
                ).value
            },
            line: "GET https://eu.petshop.example/v2/pets?status=available,in-store&sort=-name&born_after=1970-01-01T00%3A00%3A00Z"
                + "&filter%5Bname%5D=a%26b&filter%5Bmax_price%5D=2.5&tag=x&tag=y&limit=3",
            fields: ["X-Request-ID": "r"], answer: ["pets": []]),
        Sent(
            call: { client in
                let parent = Category(name: "animals", children: [])
                let category = Category(name: "dogs", parent: Boxed(parent))
                let pet = NewPet(
                    name: "Rex", status: "new", bornAt: Date(timeIntervalSince1970: 0), category: category,
                    owner: .init(email: "a@b", homeURL: "u"), extra: [1, nil])
                _ = try await client.addPet(pet).value
            }, line: "POST https://eu.petshop.example/v2/pets", fields: ["Content-Type": "application/json"],
            body: #"{"born_at":"1970-01-01T00:00:00Z","category":{"name":"dogs","parent":{"children":[],"name":"animals"}},"#
                + #""extra":[1,null],"name":"Rex","owner":{"email":"a@b","home_url":"u"},"status":"new"}"#, answer: hulk),
        Sent(
            call: { _ = try await $0.getPet(id: 7).value }, line: "GET https://eu.petshop.example/v2/pets/7", answer: hulk),
        Sent(
            call: { _ = try await $0.changePet(id: 7, ChangePetBody(name: "Max")).value },
            line: "PATCH https://eu.petshop.example/v2/pets/7", fields: ["Content-Type": "application/merge-patch+json"],
            body: #"{"name":"Max"}"#, answer: hulk),
        Sent(
            call: { try await $0.call(PetsEndpoint.remove(id: 7)).value }, line: "DELETE https://eu.petshop.example/v2/pets/7",
            fields: ["Authorization": "Bearer t", "X-Admin-Key": "k"], answer: [:]),
        Sent(
            call: { _ = try await $0.getPhoto(petID: 7).value }, line: "GET https://eu.petshop.example/v2/pets/7/photo", answer: [:]),
        Sent(
            call: { try await $0.setPhoto(petID: 7, Data("png".utf8)).value }, line: "PUT https://eu.petshop.example/v2/pets/7/photo",
            fields: ["Content-Type": "image/png"], body: "png", answer: [:]),
        Sent(
            call: { _ = try await $0.orders().value }, line: "GET https://eu.petshop.example/v2/orders", fields: ["X-Admin-Key": "k"],
            answer: [["id": "o", "pet": hulk, "state": "2nd try"]]),
        Sent(
            call: { _ = try await $0.placeOrder(PlaceOrderBody(petID: 7, class: .default)).value },
            line: "POST https://eu.petshop.example/v2/orders", fields: ["Content-Type": "application/x-www-form-urlencoded"],
            body: "pet_id=7&class=default", answer: ["id": "o", "pet": hulk]),
        Sent(
            call: { _ = try await $0.getInvoice(id: "a/b").value }, line: "GET https://eu.petshop.example/v2/orders/a%2Fb/invoice",
            answer: [:]),
        Sent(
            call: { client in
                _ = try await client.getVisit(
                    id: visitID, xSince: Date(timeIntervalSince1970: 0), xLevel: .value2, xRooms: ["a", "b"],
                    day: Day(year: 2026, month: 11, day: 26), where: VisitWhere(vet: .init(name: "Ann"))
                ).value
            },
            line: "GET https://eu.petshop.example/v2/visits/5ab3c0de-0000-4000-8000-00000000000a"
                + "?where%5Bvet%5D%5Bname%5D=Ann&day=2026-11-26",
            fields: ["X-Since": "1970-01-01T00:00:00Z", "X-Level": "2", "X-Rooms": "a, b"], answer: visit),
        Sent(
            call: { try await $0.changeVisit(id: visitID, ChangeVisitBody(vet: nil, note: .object(.init(by: "me")))).value },
            line: "PATCH https://eu.petshop.example/v2/visits/5ab3c0de-0000-4000-8000-00000000000a",
            body: #"{"note":{"by":"me"},"vet":null}"#, answer: [:]),
        Sent(
            call: { try await $0.changeVisit(id: visitID, ChangeVisitBody(vet: "Ann", day: nil, note: .texts(["a"]))).value },
            line: "PATCH https://eu.petshop.example/v2/visits/5ab3c0de-0000-4000-8000-00000000000a",
            body: #"{"day":null,"note":["a"],"vet":"Ann"}"#, answer: [:]),
    ]

    private static let visitID = UUID(uuid: (0x5A, 0xB3, 0xC0, 0xDE, 0, 0, 0x40, 0, 0x80, 0, 0, 0, 0, 0, 0, 0x0A))
    private static let visit: JSON = [
        "id": "5ab3c0de-0000-4000-8000-00000000000a", "day": "2026-11-26", "urgency": 2, "room": "b", "note": 7,
        "patient": ["kind": "bird", "mate": ["kind": "fish", "fins": 3]],
    ]

    @Test("Generated client: each operation sends the method, path, query, fields and body in the document", arguments: sent.indices)
    func requests(index: Int) async throws {
        let row = Self.sent[index]
        let answer = row.answer
        let stub = StubTransport { _ in HTTPResponse(headers: ["Content-Type": "application/json"], body: try answer.data()) }
        try await row.call(Self.client(stub))
        let request = try #require(stub.requests.first)
        #expect("\(request.method) \(request.url.absoluteString)" == row.line)
        for (name, value) in row.fields { #expect(request.headers[name] == value, "\(name)") }
        // The order of a form's fields has no meaning.
        #expect(try await Self.body(request).split(separator: "&").sorted() == row.body.split(separator: "&").sorted())
        if row.line.hasSuffix("invoice") { #expect(request.headers["Authorization"] == nil) }
    }

    @Test("Generated client: responses with an unknown enum value or without a body are decoded")
    func answers() async throws {
        let stub = StubTransport([
            .get("pets/1"): .json(Self.hulk), .get("pets/2"): .status(204),
            .get("orders"): .json([["id": "o", "pet": Self.hulk, "state": "OPEN"]]),
        ])
        let client = try Self.client(stub)
        let pet = try #require(try await client.getPet(id: 1).value)
        #expect(pet.status.rawValue == "flying")
        #expect(pet.bornAt == Date(timeIntervalSince1970: 1_577_934_245))
        #expect(try await client.getPet(id: 2).value == nil)
        #expect(try await client.orders().value.first?.state == .open2)
        // The decoded value is encoded again.
        let data = try PetShopClient.json.encoder().encode(pet)
        #expect(try JSON(parsing: data) == Self.hulk)
    }

    @Test("Generated client: a union, a day, an identifier and further members are read, and written as they were")
    func values() async throws {
        let stub = StubTransport([.get("visits/changes"): .json([Self.visit])])
        let visit = try #require(try await Self.client(stub).visitChanges().value.first)
        #expect(visit.id == Self.visitID)
        #expect(visit.day == Day(year: 2026, month: 11, day: 26))
        #expect(visit.urgency == .high)
        #expect(visit.others == ["room": "b"])
        #expect(visit.note == .other(7))
        #expect(visit.patient == .bird(Bird(mate: .unknown(["kind": "fish", "fins": 3]))))
        #expect(try JSON(parsing: PetShopClient.json.encoder().encode(visit)) == Self.visit)
    }

    @Test("Generated client: the events of a stream are decoded")
    func events() async throws {
        let text = "data: \(String(decoding: try Self.visit.data(), as: UTF8.self))\n\n"
        let stub = StubTransport { _ in
            HTTPResponse(headers: ["Content-Type": "text/event-stream"], body: Data(text.utf8))
        }
        var visits: [Visit] = []
        for try await visit in try Self.client(stub).visitChangesEvents().prefix(1) { visits.append(visit) }
        #expect(visits.map(\.others) == [["room": "b"]])
    }

    @Test("Generated client: the members of a form are its parts, and go to the operation's own server")
    func form() async throws {
        let stub = StubTransport { _ in HTTPResponse(status: .noContent) }
        let body = AddScanBody(
            file: .data(Data("png".utf8), contentType: "image/png"), filename: "a.png", size: .init(width: 3), tags: ["x", "y"],
            taken: Day(year: 2026, month: 11, day: 26))
        try await Self.client(stub).addScan(id: Self.visitID, body).value
        let request = try #require(stub.requests.first)
        #expect(request.url.absoluteString == "https://upload.petshop.example/visits/5ab3c0de-0000-4000-8000-00000000000a/scans")
        let text = try await Self.body(request)
        for part in [
            "name=\"file\"; filename=\"a.png\"\r\nContent-Type: image/png\r\n\r\npng\r\n",
            "name=\"size\"\r\nContent-Type: application/json\r\n\r\n{\"width\":3}\r\n", "name=\"tags\"\r\n\r\nx\r\n",
            "name=\"tags\"\r\n\r\ny\r\n", "name=\"taken\"\r\n\r\n2026-11-26\r\n",
        ] {
            #expect(text.contains(part), "\(part)")
        }
    }

    @Test("Generated client: an error has the type of its status")
    func errors() async throws {
        let stub = StubTransport([
            .get("pets/1"): .json(["message": "No such pet."], status: 404),
            .post("pets"): .json(["title": "Refused", "fields": ["name": ["is empty"]]], status: 422),
        ])
        let client = try Self.client(stub)
        let missing = await #expect(throws: APIError.self) { try await client.getPet(id: 1).value }
        #expect((missing?.underlying as? PetShopError)?.message == "No such pet.")
        #expect(missing?.message.contains("No such pet.") == true)
        let refused = await #expect(throws: APIError.self) { try await client.addPet(NewPet(name: "", status: .sold)).value }
        #expect((refused?.underlying as? Refusal)?.fields == ["name": ["is empty"]])
    }

    @Test("Generated client: a client from a document of version 3.1 works the same way")
    func comics() async throws {
        let stub = StubTransport([
            .get("v1/public/characters", query: ["nameStartsWith": "Spi", "comics": .commaSeparated([1, 2]), "orderBy": "-name"]): .json([
                "code": 200,
                "data": ["total": 1, "results": [["id": 9, "name": "Spider", "description": nil, "thumbnail": nil, "isbn": 4]]],
            ])
        ])
        let base = try #require(URL(string: "https://comics.example"))
        let client = ComicsClient(
            configuration: APIConfiguration(baseURL: base, authentication: .query(["apikey": "k"])), transport: stub)
        let page = try await client.charactersList(nameStartsWith: "Spi", comics: [1, 2], orderBy: .minusName).value
        #expect(page.data.results.first?.isbn == .number(4))
        #expect(page.data.results.first?.thumbnail == nil)
        #expect(stub.requests.first?.query["apikey"] == "k")
    }
}
