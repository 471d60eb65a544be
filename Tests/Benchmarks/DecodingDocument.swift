import EndpointKit
import Foundation
import TestSupport

/// A kind of document for which the decoder wasn't tuned, generated from a seed. The number is how often it is decoded in one round.
struct DecodingDocument: Sendable {
    let name: String
    /// The time of Foundation's decoder for the document, divided by ours.
    let ratio: @Sendable (_ decoder: ResponseDecoder, _ foundation: JSONDecoder) throws -> Double

    private init<Value: Decodable & SendableMetatype>(_ name: String, _ repeats: Int, _ type: Value.Type, _ text: String) {
        let text = Data(text.utf8)
        self.name = name
        ratio = { decoder, foundation in
            let response = HTTPResponse(body: text)
            // The fastest rounds; the decoders ran in turn.
            var (ours, theirs) = (Double.infinity, Double.infinity)
            for _ in 0..<15 {
                ours = min(ours, try Times.of { for _ in 0..<repeats { _ = try decoder.decode(type, from: response) } }.cpu)
                theirs = min(theirs, try Times.of { for _ in 0..<repeats { _ = try foundation.decode(type, from: text) } }.cpu)
            }
            return theirs / ours
        }
    }

    static func all(seed: UInt64) -> [DecodingDocument] {
        var random = RandomText(seed: seed)
        return [
            DecodingDocument("coordinates, doubles of 17 digits", 6, Shape.self, random.shape()),
            DecodingDocument("a dictionary of 20,000 keys", 4, [String: Int].self, random.dictionary()),
            DecodingDocument("posts with many unread members and escapes", 10, [Post].self, random.list(300) { $0.post() }),
            DecodingDocument("a tiny object", 20_000, Tiny.self, #"{"id":\#(random.integer(1...9_999)),"isOpen":true}"#),
            DecodingDocument("records of doubles and optional dictionaries", 10, [Station].self, random.list(400) { $0.station() }),
            DecodingDocument("records", 10, [Person].self, random.list(400) { $0.person() }),
            DecodingDocument("strings", 20, [String].self, random.list(4_000) { $0.quoted($0.words(6)) }),
            DecodingDocument("integers", 20, [Int].self, random.list(10_000) { "\($0.integer(-1_000_000_000...1_000_000_000))" }),
        ]
    }
}

extension DecodingDocument {
    struct Shape: Decodable {
        var type: String
        var coordinates: [[[Double]]]
    }
    struct Post: Decodable {
        struct Author: Decodable { var id: Int, name: String }
        var id: Int
        var text: String
        var user: Author
    }
    struct Tiny: Decodable {
        var id: Int
        var isOpen: Bool
    }
    struct Station: Decodable {
        var latitude, longitude, elevation: Double
        var pressure: Double?
        var readings: [String: Double]?
        var labels: [String: String]?
    }
    struct Person: Decodable {
        struct Address: Decodable { var street, city: String, number: Int }
        var id: Int
        var name, email: String
        var isActive: Bool
        var nickname: String?
        var address: Address
        var roles: [String]
    }
}

/// Writes members of documents.
private struct RandomText {
    private var random: SplitMix64

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    mutating func integer(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }

    /// A double that needs about 17 digits.
    mutating func double(_ range: ClosedRange<Double>) -> Double { .random(in: range, using: &random) }

    /// The value with a probability of `chance` in 10; otherwise null.
    private mutating func optional(_ chance: Int, _ text: (inout Self) -> String) -> String {
        integer(1...10) <= chance ? text(&self) : "null"
    }

    mutating func list(_ count: Int, _ element: (inout Self) -> String) -> String {
        "[" + (0..<count).map { _ in element(&self) }.joined(separator: ",") + "]"
    }

    mutating func words(_ count: Int) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyz")
        return (0..<count).map { _ in String((0..<integer(2...9)).map { _ in letters[integer(0...25)] }) }.joined(separator: " ")
    }

    func quoted(_ text: String) -> String { "\"\(text)\"" }

    mutating func shape() -> String {
        let rings = list(20) { $0.list(250) { "[\($0.double(-180...180)),\($0.double(-90...90))]" } }
        return #"{"type":"Polygon","coordinates":\#(rings)}"#
    }

    mutating func dictionary() -> String {
        "{" + (0..<20_000).map { "\"key-\($0 * 7919 % 20_011)\":\(integer(0...100_000))" }.joined(separator: ",") + "}"
    }

    mutating func post() -> String {
        let user =
            #"{"id":\#(integer(1...9_999_999)),"name":"\#(words(2)) \u00e9","followers":\#(integer(0...9_999)),"url":"https:\/\/example.com\/\#(integer(1...99))","verified":false,"colors":{"text":"333333","link":"0084B4"}}"#
        let links = list(3) {
            #"{"url":"https:\/\/example.com\/\#($0.integer(1...999))","indices":[\#($0.integer(1...70)),\#($0.integer(71...140))]}"#
        }
        // Members that no type reads, with escapes as in the output of servers that write only ASCII.
        let others = (0..<16).map { number in
            number < 8
                ? #""flag_\#(number)":\#(number % 2 == 0 ? "null" : "false")"#
                : #""detail_\#(number)":"\u041f\u0440\u0438 \#(words(2))\t\\ \/""#
        }
        return
            #"{"created":"\#(words(3))","id":\#(integer(1...Int(Int32.max))),"text":"\#(words(5)) \"\#(words(2))\"\n\#(words(6)) \u2026 é","source":"<a href=\"https:\/\/example.com\">\#(words(1))<\/a>","truncated":false,"entities":{"tags":[],"links":\#(links)},"place":null,"user":\#(user),"coordinates":[\#(double(-180...180)),\#(double(-90...90))],"shares":\#(integer(0...99)),"likes":\#(integer(0...999)),"lang":"en",\#(others.joined(separator: ","))}"#
    }

    mutating func station() -> String {
        let readings = optional(6) { text in
            "{" + (0..<4).map { "\"r\($0)\":\(text.double(0...100))" }.joined(separator: ",") + "}"
        }
        let labels = optional(4) { #"{"name":"\#($0.words(1))","owner":"\#($0.words(2))"}"# }
        return
            #"{"latitude":\#(double(-90...90)),"longitude":\#(double(-180...180)),"elevation":\#(integer(0...90_000)).\#(integer(1...9)),"pressure":\#(optional(5) { "\($0.integer(900...1100)).25" }),"readings":\#(readings),"labels":\#(labels)}"#
    }

    mutating func person() -> String {
        let address = #"{"street":"\#(words(2))","city":"\#(words(1))","number":\#(integer(1...200))}"#
        let roles = list(integer(0...3)) { $0.quoted($0.words(1)) }
        return
            #"{"id":\#(integer(1...9_999_999)),"name":"\#(words(2))","email":"\#(words(1))@example.com","isActive":true,"nickname":\#(optional(5) { $0.quoted($0.words(1)) }),"address":\#(address),"roles":\#(roles)}"#
    }
}
