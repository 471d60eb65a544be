import EndpointKit
import EndpointKitTesting
import Foundation
import Synchronization

/// A list generated from a seed, a service that sends it in pages, and a plain loop over it for comparison.
///
/// Pages have any size, a tenth of the elements can't be decoded, and the list is read in one go or resumed at any element.
public struct ListModel: Sendable {
    /// How the service names its pages.
    enum Way: CaseIterable { case offset, number, cursor, bodyLink, linkField }

    private let seed: UInt64
    private let way: Way
    /// The pages of the list, each with the numbers of its elements. Pages may be empty only if the service names the next page.
    private let pages: [Range<Int>]
    private let isGood: [Bool]
    /// The facts that a page states about the list.
    private let statesTotal, statesOffset, statesSize: Bool
    private let prefetch: Int
    /// The number of elements after which another loop continues.
    private let resumedAfter: Int?

    private var count: Int { isGood.count }

    public init(seed: UInt64) {
        self.seed = seed
        var random = SplitMix64(seed: seed)
        let way = Way.allCases.randomElement(using: &random) ?? .offset
        self.way = way
        let count = Int.random(in: 0...40, using: &random)
        isGood = (0..<count).map { _ in Int.random(in: 0..<10, using: &random) > 0 }
        let size = Int.random(in: 1...9, using: &random)
        let isEven = Bool.random(using: &random)
        var pages: [Range<Int>] = []
        var start = 0
        while start < count {
            let mayBeEmpty = way != .number && way != .offset && pages.last?.isEmpty != true
            let length = isEven ? size : Int.random(in: (mayBeEmpty ? 0 : 1)...9, using: &random)
            pages.append(start..<min(count, start + length))
            start += length
        }
        self.pages = pages
        statesTotal = Bool.random(using: &random)
        statesOffset = Bool.random(using: &random)
        statesSize = isEven && Bool.random(using: &random)
        prefetch = Int.random(in: 0...3, using: &random)
        resumedAfter = Bool.random(using: &random) ? Int.random(in: 0...max(1, count), using: &random) : nil
    }

    private var description: String {
        "list \(seed) by \(way): pages \(pages), prefetch \(prefetch), resumed after \(resumedAfter.map(String.init) ?? "nothing"), "
            + "total \(statesTotal), offset \(statesOffset), size \(statesSize)"
    }

    /// Throws unless the elements are the same as in a plain loop, each once.
    public func check() async throws {
        let expected = isGood.indices.filter { isGood[$0] }
        let elements: [Int]
        switch way {
        case .offset: elements = try await read(Route.get("list").paged(by: .offset(), as: ModelPage.self))
        case .number: elements = try await read(Route.get("list").paged(by: .number(), as: ModelPage.self))
        case .cursor: elements = try await read(Route.get("list").paged(by: .cursor(), as: ModelTokenPage.self))
        case .bodyLink: elements = try await read(Route.get("list").paged(by: .link(), as: ModelLinkPage.self))
        case .linkField: elements = try await read(Route.get("list").paged(by: .link(), as: ModelPage.self))
        }
        guard elements == expected else { throw ListModelFailure(description: "\(description): \(elements) in place of \(expected)") }
    }

    private func read<List: PaginatedRequest>(_ list: List) async throws -> [Int] where List.Response.Element == ModelElement {
        let stub = StubTransport { request in self.answer(request) }
        guard let url = URL(string: "https://list.example.com/v1") else { throw ListModelFailure(description: "the URL is invalid") }
        let client = APIClient(configuration: APIConfiguration(baseURL: url), transport: stub)
        var position: PagePosition<List>? = PagePosition(list)
        var elements: [Int] = []
        do {
            if let resumedAfter {
                var iterator = client.elements(from: PagePosition(list), prefetch: prefetch).makeAsyncIterator()
                while elements.count < resumedAfter, let element = try await iterator.next() { elements.append(element.id) }
                position = iterator.position
            }
            if let position {
                for try await element in client.elements(from: position, prefetch: prefetch) { elements.append(element.id) }
            }
        } catch {
            throw ListModelFailure(description: "\(description): \(error), after \(elements)")
        }
        return elements
    }

    /// Throws if a list that changes with every call doesn't end. The elements may be anything: an element that moves to an earlier page is
    /// missed, and one that moves to a later page is repeated.
    public func checkChanging() async throws {
        let random = Mutex(SplitMix64(seed: seed))
        let calls = Mutex(0)
        let count = Mutex(self.count)
        let (size, way, statesTotal) = (max(1, pages.first?.count ?? 1), way, statesTotal)
        let stub = StubTransport { request in
            calls.withLock { $0 += 1 }
            let change = random.withLock { Int.random(in: -1...1, using: &$0) }
            let count = count.withLock { count in
                count = min(60, max(0, count + change))
                return count
            }
            let number = request.query["page"].flatMap { Int($0) }
            let start = request.query[way == .offset ? "offset" : "cursor"].flatMap { Int($0) } ?? number.map { ($0 - 1) * size } ?? 0
            let end = min(count, start + size)
            let elements = start < end ? (start..<end).map { #"{"id": \#($0)}"# }.joined(separator: ",") : ""
            let next = end < count ? (way == .bodyLink ? "\"?cursor=\(end)\"" : "\"\(end)\"") : "null"
            var response = HTTPResponse(
                body: Data(#"{"data": {"results": [\#(elements)], "total": \#(statesTotal ? count : -1), "next": \#(next)}}"#.utf8))
            if way == .linkField, end < count { response.headers["Link"] = "<list?cursor=\(end)>; rel=next" }
            return response
        }
        switch way {
        case .offset: await end(Route.get("list").paged(by: .offset(), as: ModelPage.self), stub)
        case .number: await end(Route.get("list").paged(by: .number(), as: ModelPage.self), stub)
        case .cursor: await end(Route.get("list").paged(by: .cursor(), as: ModelTokenPage.self), stub)
        case .bodyLink: await end(Route.get("list").paged(by: .link(), as: ModelLinkPage.self), stub)
        case .linkField: await end(Route.get("list").paged(by: .link(), as: ModelPage.self), stub)
        }
        let total = calls.withLock { $0 }
        if total > 1000 { throw ListModelFailure(description: "\(description): it took \(total) calls") }
    }

    private func end<List: PaginatedRequest>(_ list: List, _ stub: StubTransport) async {
        guard let url = URL(string: "https://list.example.com/v1") else { return }
        let client = APIClient(configuration: APIConfiguration(baseURL: url), transport: stub)
        _ = await client.elements(of: list, limits: PageLimits(maxCost: 1001), prefetch: prefetch).collect()
    }

    private func answer(_ request: HTTPRequest) -> HTTPResponse {
        let index: Int
        switch way {
        case .offset:
            let offset = request.query["offset"].flatMap { Int($0) } ?? 0
            // An offset inside a page requests the rest of that page.
            let range = pages.first { $0.contains(offset) }.map { offset..<$0.upperBound } ?? count..<count
            return response(range, ["offset": statesOffset ? "\(offset)" : "null"])
        case .number: index = (request.query["page"].flatMap { Int($0) } ?? 1) - 1
        default: index = request.query["cursor"].flatMap { Int($0) } ?? 0
        }
        let range = pages.indices.contains(index) ? pages[index] : count..<count
        let next = index + 1 < pages.count ? "\(index + 1)" : nil
        switch way {
        case .cursor: return response(range, ["next": next.map { "\"\($0)\"" } ?? "null"])
        case .bodyLink: return response(range, ["next": next.map { "\"?cursor=\($0)\"" } ?? "null"])
        case .linkField:
            var response = response(range, [:])
            if let next { response.headers["Link"] = "<list?cursor=\(next)>; rel=next" }
            return response
        default: return response(range, [:])
        }
    }

    private func response(_ range: Range<Int>, _ members: [String: String]) -> HTTPResponse {
        let elements = range.map { isGood[$0] ? #"{"id": \#($0)}"# : #"{"id": "broken \#($0)"}"# }.joined(separator: ", ")
        var members = members
        members["total"] = statesTotal ? "\(count)" : "-1"
        members["size"] = statesSize ? "\(pages.first?.count ?? 1)" : "null"
        let rest = members.sorted { $0.key < $1.key }.map { #", "\#($0.key)": \#($0.value)"# }.joined()
        return HTTPResponse(body: Data("{\"data\": {\"results\": [\(elements)]\(rest)}}".utf8))
    }
}

/// A problem with a list.
public struct ListModelFailure: Error, CustomStringConvertible {
    public let description: String
}

struct ModelElement: Decodable, Sendable { let id: Int }

struct ModelData: Decodable, Sendable {
    @LossyArray var results: [ModelElement]
    var total: Int?
    var offset: Int?
    var size: Int?
    var next: String?
}

struct ModelPage: CountedResponse, OffsetResponse, SizedResponse, Decodable, Sendable {
    let data: ModelData
    var elements: [ModelElement] { data.results }
    var totalCount: Int? { data.total }
    var offset: Int? { data.offset }
    var pageSize: Int? { data.size }
}

struct ModelTokenPage: CursorResponse, Decodable, Sendable {
    let data: ModelData
    var elements: [ModelElement] { data.results }
    var nextCursor: String? { data.next }
}

struct ModelLinkPage: LinkedResponse, Decodable, Sendable {
    let data: ModelData
    var elements: [ModelElement] { data.results }
    var nextLink: String? { data.next }
}
