import EndpointKit
import Testing

@Suite struct LossyArrayTests {
    struct Page: Decodable, Equatable {
        @LossyArray var results: [Comic]
    }
    struct Comic: Decodable, Equatable {
        var id: Int
        @LossyArray var prices: [Double] = []
    }

    private func page(_ json: String) throws -> Page { try JSONDecoder().decode(Page.self, from: Data(json.utf8)) }

    @Test func `LossyArray: elements that can be decoded are kept, in order`() throws {
        let page = try page(#"{"results": [{"id": 1}, {"id": "two"}, null, 4, [], {"id": 5}]}"#)
        #expect(page.results.map(\.id) == [1, 5])
    }

    @Test(arguments: [
        (#"[{"id": 1}, {"id": "two"}]"#, 1, "results[1].id", "expected Int"),
        (#"[{}]"#, 0, "results[0].id", "the key is missing"),
        (#"[{"id": null}]"#, 0, "results[0].id", "expected Int"),
        (#"[{"id": 1}, {"id": 2}, 7]"#, 2, "results[2]", "expected"),
        (#"[{"id": 1}, {"id": 99999999999999999999}]"#, 1, "results[1]", ""),
        (#"[{"id": 1, "prices": "none"}]"#, 0, "results[0].prices", "expected"),
    ])
    func `LossyArray: a skipped element is reported with its index, key path and reason`(
        array: String, index: Int, keyPath: String, reason: String
    ) throws {
        let page = try page(#"{"results": \#(array)}"#)
        try #require(page.$results.count == 1)
        #expect(page.$results[0].index == index)
        #expect(page.$results[0].keyPath == keyPath)
        #expect(page.$results[0].reason.hasPrefix(reason))
        #expect(page.$results[0].description.hasPrefix("\(keyPath): \(reason)"))
    }

    @Test func `LossyArray: a nested array loses only its own elements`() throws {
        let page = try page(#"{"results": [{"id": 1}, {"id": 2, "prices": [2.99, "free", 3]}]}"#)
        #expect(page.$results.isEmpty)
        #expect(page.results[1].prices == [2.99, 3])
        #expect(page.results[1].$prices.map(\.keyPath) == ["results[1].prices[1]"])
    }

    @Test(arguments: [#"{}"#, #"{"results": null}"#, #"{"results": []}"#])
    func `LossyArray: a missing array is an empty one`(json: String) throws {
        let page = try page(json)
        #expect(page.results.isEmpty && page.$results.isEmpty)
    }

    @Test(arguments: [#"{"results": {}}"#, #"{"results": "none"}"#, #"{"results": 3}"#])
    func `LossyArray: a value that isn't an array is an error`(json: String) {
        #expect(throws: DecodingError.self) { try page(json) }
    }

    @Test func `LossyArray: the decoder's strategies apply to the elements`() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        let dates = try decoder.decode(LossyArray<Date>.self, from: Data("[1, true, 3]".utf8))
        #expect(dates.wrappedValue.map(\.timeIntervalSince1970) == [1, 3])
        #expect(dates.projectedValue.map(\.keyPath) == ["[1]"])
    }

    @Test func `LossyArray: a custom error of an element is reported too`() throws {
        struct Refusal: Error {}
        struct Element: Decodable {
            init(from decoder: any Decoder) throws { throw Refusal() }
        }
        let array = try JSONDecoder().decode(LossyArray<Element>.self, from: Data("[1]".utf8))
        #expect(array.projectedValue.map(\.description) == ["[0]: Refusal"])
    }
}
