import EndpointKit
import EndpointKitTesting
import Testing

/// Services whose pages don't lead to the end of the list.
@Suite struct PageSequenceGuardTests {
    private func collected<R: PaginatedRequest>(
        _ request: R, limits: PageLimits = PageLimits(), prefetch: Int = 0, answer: @escaping @Sendable (HTTPRequest) -> String
    ) async throws -> (list: CollectedElements<R>, calls: Int) where R.Response.Element == Int {
        let stub = StubTransport { HTTPResponse(body: Data(answer($0).utf8)) }
        let list = await (try APIClient.example(stub)).elements(of: request, limits: limits, prefetch: prefetch).collect()
        return (list, stub.requests.count)
    }

    @Test(arguments: [0, 1])
    func `PageSequence: a repeated cursor is an error after the page that has it`(prefetch: Int) async throws {
        let (list, calls) = try await collected(.cursors(), prefetch: prefetch) { _ in #"{"elements": [1], "next": "same"}"# }
        let error = list.failure as? APIError
        #expect(error?.code == .paging && error?.attempts.count == 1)
        #expect(list.elements == [1, 1])
        #expect(calls == 2)
    }

    @Test(arguments: [2, 3, 50])
    func `PageSequence: a loop of pages is found before any page is delivered twice`(length: Int) async throws {
        let (list, calls) = try await collected(.cursors()) { request in
            let number = request.query["cursor"].flatMap { Int($0) } ?? 0
            return #"{"elements": [\#(number)], "next": "\#((number + 1) % length)"}"#
        }
        // The page without a cursor differs from the page with the first cursor.
        #expect((list.failure as? APIError)?.code == .paging)
        #expect(list.elements == Array(0..<length) + [0])
        #expect(calls == length + 1)
    }

    @Test func `PageSequence: a loop entered late, and longer than the remembered pages, ends`() async throws {
        struct Step: PaginatedRequest {
            typealias Response = [Int]
            var number = 0
            var path: Path { "\(number)" }
            func next(after reply: PageResponse) -> Step? { Step(number: number < 5000 ? number + 1 : 4990) }
        }
        let (list, calls) = try await collected(Step()) { "[\($0.path.encoded.filter(\.isNumber))]" }
        #expect((list.failure as? APIError)?.code == .paging)
        #expect(calls > 5000 && calls < 12_500)
    }

    @Test func `PageSequence: more consecutive empty pages than the limit are an error`() async throws {
        let (list, calls) = try await collected(.cursors()) { request in
            #"{"elements": [], "next": "\#(request.query["cursor"] ?? "")x"}"#
        }
        #expect((list.failure as? APIError)?.code == .paging)
        #expect((list.failure as? APIError)?.message.contains("empty") == true)
        #expect((list.failure as? APIError)?.message.contains("cursors?limit=10&cursor=xxxxxxxxxx ") == true)
        #expect(calls == 11)
    }

    @Test func `PageSequence: an empty page whose total claims more is an error`() async throws {
        let (list, calls) = try await collected(.offsets()) { request in
            request.query["offset"] == nil ? #"{"elements": [1, 2], "total": 5}"# : #"{"elements": [], "total": 5}"#
        }
        #expect((list.failure as? APIError)?.code == .paging)
        #expect(list.elements == [1, 2])
        #expect(calls == 2)
    }

    @Test(arguments: [(0, 1), (2, 3), (3, 6), (4, 6)])
    func `PageSequence: empty pages up to the limit may claim more`(maxEmptyPages: Int, calls: Int) async throws {
        let (list, count) = try await collected(.cursors(), limits: PageLimits(maxEmptyPages: maxEmptyPages)) { request in
            let number = request.query["cursor"].flatMap { Int($0) } ?? 0
            return #"{"elements": \#(number == 3 || number == 5 ? "[1]" : "[]"), "next": \#(number < 5 ? "\"\(number + 1)\"" : "null")}"#
        }
        #expect((list.failure == nil) == (calls == 6))
        #expect(list.elements == (calls == 6 ? [1, 1] : []))
        #expect(count == calls)
    }

    @Test(arguments: [0, 1, 3, Int.max, Int.min])
    func `PageSequence: a service that returns a page at another offset is detected`(offset: Int) async throws {
        let (list, calls) = try await collected(.offsets()) { request in
            #"{"elements": [1, 2], "total": 9, "offset": \#(request.query["offset"] == nil ? 0 : offset)}"#
        }
        #expect((list.failure as? APIError)?.code == .paging)
        #expect((list.failure as? APIError)?.message.contains("was requested") == true)
        #expect(list.elements == [1, 2] && list.position?.number == 2 && list.position?.skipped == 0, "It isn't of the list.")
        #expect(calls == 2)
    }

    @Test func `PageSequence: an offset is checked even if the count is negative`() async throws {
        struct Odd: Decodable, Sendable, OffsetResponse {
            var elements: [Int]
            var offset: Int?
            var sentCount: Int { -1 }
        }
        let stub = StubTransport { _ in HTTPResponse(body: Data(#"{"elements": [1], "offset": -100}"#.utf8)) }
        let list = await (try APIClient.example(stub)).elements(of: Route.get("items").paged(by: .offset(), as: Odd.self)).collect()
        #expect(list.elements.isEmpty)
        #expect(
            (list.failure as? APIError)?.message
                == "The page at https://api.example.com/v1/items begins at offset -100, but offset 0 was requested.")
    }

    @Test(arguments: [0, Int.max])
    func `PageSequence: an offset that can't advance is an error`(sentCount: Int) async throws {
        struct Odd: Decodable, Sendable, PaginatedResponse {
            var elements: [Int]
            var sentCount: Int
            var hasNextPage: Bool { true }
        }
        let list = Route.get("items", query: ["offset": 1]).paged(by: .offset(), as: Odd.self)
        let (collected, calls) = try await collected(list) { _ in #"{"elements": [1], "sentCount": \#(sentCount)}"# }
        #expect((collected.failure as? APIError)?.code == .paging)
        #expect(collected.elements == [1])
        #expect(calls == 1)
    }

    @Test(arguments: [-1, -100]) func `PageSequence: with a negative count, the list counts its elements`(sentCount: Int) async throws {
        struct Odd: Decodable, Sendable, PaginatedResponse {
            var elements: [Int]
            var sentCount: Int
        }
        let list = Route.get("items").paged(by: .offset(), as: Odd.self)
        let (collected, calls) = try await collected(list) { request in
            #"{"elements": [\#(request.query["offset"] == "2" ? "" : "1, 2")], "sentCount": \#(sentCount)}"#
        }
        #expect(collected.failure == nil && collected.elements == [1, 2] && calls == 2)
    }

    @Test(arguments: [Int.max, Int.min, -1, 0, 1], [0, 4])
    func `PageSequence: lists with strange totals and numbers end within their limit`(number: Int, prefetch: Int) async throws {
        let limits = PageLimits(maxPages: 3)
        for total in [number, Int.max] {
            let offsets = try await collected(.offsets(["offset": number]), limits: limits, prefetch: prefetch) { request in
                let offset = request.query["offset"].flatMap { Int($0) } ?? 0
                return #"{"elements": [\#(offset)], "total": \#(total), "offset": \#(offset)}"#
            }
            #expect(offsets.calls <= 3)
            #expect(offsets.list.elements == (0..<offsets.list.elements.count).map { number + $0 })
            // An exact total that is exceeded contradicts the page.
            #expect((offsets.list.failure == nil) == (total < 0 || total > max(number, 0)))
            let pages = try await collected(.pages(["page": number]), limits: limits, prefetch: prefetch) { request in
                #"{"elements": [\#(request.query["page"] ?? "")], "total": \#(total)}"#
            }
            #expect(pages.calls <= 3)
            #expect(pages.list.elements == (0..<pages.list.elements.count).map { number + $0 })
        }
    }

    @Test func `PageSequence: an error thrown by a request's next page is the list's error`() async throws {
        struct Refusing: PaginatedRequest {
            typealias Response = [Int]
            var path: Path { "items" }
            func next(after reply: PageResponse) throws -> Refusing? { throw APIError(.custom, "no") }
        }
        let (list, calls) = try await collected(Refusing()) { _ in "[1, 2]" }
        #expect(list.elements == [1, 2])
        #expect((list.failure as? APIError)?.code == .custom)
        // The last page would have to be requested again to find out what follows it.
        #expect(list.position?.skipped == 2)
        #expect(calls == 1)
    }
}
