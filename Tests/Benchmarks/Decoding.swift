import EndpointKit
import Foundation
import TestSupport

/// A page of 57 KB, a document of 610 bytes and eight kinds of documents generated from a seed, decoded to types, compared with
/// `JSONDecoder` in the same run.
enum Decoding {
    struct CharacterPage: Decodable {
        struct Container: Decodable {
            var offset, limit, total, count: Int
            var results: [Character]
        }
        struct Character: Decodable {
            var id: Int
            var name, description, modified: String
            var thumbnail: Image
            var resourceURI: String
            var comics, series, stories, events: ResourceList
            var urls: [Link]
        }
        struct Image: Decodable {
            var path: String
            var `extension`: String
        }
        struct ResourceList: Decodable {
            var available, returned: Int
            var collectionURI: String
            var items: [Resource]
        }
        struct Resource: Decodable {
            var resourceURI, name: String
            var type: String?
        }
        struct Link: Decodable {
            var type: String
            var url: String
        }
        var code: Int
        var status, copyright, etag: String
        var data: Container
    }

    static let page: [UInt8] = {
        func list(_ name: String, of id: Int, _ count: Int, type: String? = nil) -> String {
            let items = (0..<count).map { number in
                #"{"resourceURI":"http://gateway.example.com/v1/public/\#(name)/\#(id * 10 + number)","name":"A title with its year (\#(1990 + number)) #\#(number)""#
                    + (type.map { #","type":"\#($0)""# } ?? "") + "}"
            }
            return
                #""\#(name)":{"available":\#(count * 3),"collectionURI":"http://gateway.example.com/v1/public/characters/\#(id)/\#(name)","items":["#
                + items.joined(separator: ",") + #"],"returned":\#(count)}"#
        }
        let characters = (0..<20).map { number in
            let id = 1_009_000 + number
            return
                #"{"id":\#(id),"name":"Character number \#(number)","description":"Somebody of whom \"nothing\" more is known than this sentence, which is about as long as most.","modified":"2014-04-29T14:18:17-0400","thumbnail":{"path":"http://images.example.com/u/prod/marvel/i/mg/3/40/\#(id)","extension":"jpg"},"resourceURI":"http://gateway.example.com/v1/public/characters/\#(id)","#
                + [
                    list("comics", of: id, 6), list("series", of: id, 5), list("stories", of: id, 5, type: "interiorStory"),
                    list("events", of: id, 2),
                ]
                .joined(separator: ",")
                + #","urls":[{"type":"detail","url":"http://example.com/characters/\#(id)?utm_campaign=apiRef"},{"type":"wiki","url":"http://example.com/universe/\#(id)"}]}"#
        }
        return Array(
            (#"{"code":200,"status":"Ok","copyright":"© 2014 EXAMPLE","etag":"f0fbae65eb2f8f28bdeea0a29be8749a4e67acb3","data":{"offset":0,"limit":20,"total":1485,"count":20,"results":["#
                + characters.joined(separator: ",") + "]}}").utf8)
    }()

    private static let foundation = JSONDecoder()
    private static let decoder = ResponseDecoder()
    private static let pageBody = Data(page)
    private static let itemsBody = Data(AnswerServer.items)
    private static let pageResponse = HTTPResponse(body: pageBody)
    private static let itemsResponse = HTTPResponse(body: itemsBody)

    enum Body: String {
        case page = "decode-page"
        case pageFoundation = "decode-page-foundation"
        case items = "decode-items"
        case itemsFoundation = "decode-items-foundation"

        func callAsFunction() throws {
            switch self {
            case .page: _ = try decoder.decode(CharacterPage.self, from: pageResponse)
            case .pageFoundation: _ = try foundation.decode(CharacterPage.self, from: pageBody)
            case .items: _ = try decoder.decode(Calls.Page.self, from: itemsResponse)
            case .itemsFoundation: _ = try foundation.decode(Calls.Page.self, from: itemsBody)
            }
        }
    }

    static func run() throws -> [BenchmarkRow] {
        let own = [
            try row("\(page.count / 1000) KB, typed", .page, .pageFoundation, count: 200),
            try row("\(AnswerServer.items.count) bytes, typed", .items, .itemsFoundation, count: 10_000),
        ]
        return own + (try kinds())
    }

    /// One row for each kind of document, and one for their mean.
    private static func kinds() throws -> [BenchmarkRow] {
        #if DEBUG
            let (each, mean) = (0.8, 1.0)
        #else
            let (each, mean) = (1.5, 3.0)
        #endif
        let unit = "times as fast as JSONDecoder"
        let measured = try DecodingDocument.all(seed: 33).map { (name: $0.name, ratio: try $0.ratio(decoder, foundation)) }
        let product = measured.reduce(1) { $0 * $1.ratio }
        return measured.map { BenchmarkRow($0.name, [Figure($0.ratio, unit, goal: .atLeast(each))]) }
            + [BenchmarkRow("the geometric mean of these", [Figure(pow(product, 1 / Double(measured.count)), unit, goal: .atLeast(mean))])]
    }

    private static func row(_ title: String, _ ours: Body, _ theirs: Body, count: Int) throws -> BenchmarkRow {
        let pair = try sideBySide(rounds: 9) {
            try Times.of { for _ in 0..<count { try ours() } }
        } _: {
            try Times.of { for _ in 0..<count { try theirs() } }
        }
        #if DEBUG
            let goal = 0.67
        #else
            let goal = 3.0
        #endif
        return BenchmarkRow(
            title,
            [
                Figure(1 / pair.wallRatio, "times as fast as JSONDecoder", goal: .atLeast(goal)),
                Figure(pair.first.wall / Double(count) * 1e6, "us"),
            ])
    }
}
