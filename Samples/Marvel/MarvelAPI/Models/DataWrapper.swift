public import EndpointKit

/// The envelope of every response, even a response about a single id.
public struct DataWrapper<Element: Decodable & Sendable>: Decodable, Sendable {
    /// The HTTP status, repeated in the body.
    public var code: Int
    /// The text of the HTTP status, or "Ok".
    public var status: String
    /// The copyright notice.
    public var copyright: String
    /// The attribution, which must be shown wherever the data is.
    public var attributionText: String
    /// The attribution with a link.
    public var attributionHTML: String
    /// The value of the `ETag` field, which changes with the data.
    public var etag: String
    /// The page itself.
    public var data: DataContainer<Element>

    /// The elements of this page that could be decoded; ``leftOut`` contains the others.
    public var results: [Element] { data.results }
    /// The elements that could not be decoded, and why.
    public var leftOut: [SkippedElement] { data.$results }
}

/// One page of a list.
public struct DataContainer<Element: Decodable & Sendable>: Decodable, Sendable {
    /// How many elements come before this page.
    public var offset: Int
    /// The maximum number of elements that the call requested.
    public var limit: Int
    /// The number of elements in the whole list.
    public var total: Int
    /// The number of elements that the service sent, including those left out.
    public var count: Int
    /// The elements that could be decoded.
    @LossyArray public var results: [Element]

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        offset = try container.decode(Int.self, forKey: .offset)
        limit = try container.decode(Int.self, forKey: .limit)
        total = try container.decode(Int.self, forKey: .total)
        count = try container.decode(Int.self, forKey: .count)
        // A page without results would look like the end of the list, so here a missing key is an error.
        guard container.contains(.results) else {
            throw DecodingError.keyNotFound(
                CodingKeys.results, .init(codingPath: container.codingPath, debugDescription: "A page holds its results."))
        }
        _results = try container.decode(LossyArray<Element>.self, forKey: .results)
    }

    private enum CodingKeys: String, CodingKey {
        case offset, limit, total, count, results
    }
}

extension DataWrapper: Encodable where Element: Encodable {}
extension DataContainer: Encodable where Element: Encodable {}
extension DataWrapper: Equatable where Element: Equatable {}
extension DataContainer: Equatable where Element: Equatable {}
