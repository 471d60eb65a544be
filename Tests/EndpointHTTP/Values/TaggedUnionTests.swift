import EndpointKit
import Foundation
import Testing

@Suite struct TaggedUnionTests {
    private struct Text: Codable, Hashable { var text: String }
    private struct Image: Codable, Hashable {
        var imageURL: String
        var sizes: [Int]?
    }
    /// A type that contains the tag itself.
    private struct Own: Codable, Hashable { var type = "own", id: Int }
    private struct Nothing: Codable, Hashable {}

    private enum Block: TaggedUnion, Codable, Hashable {
        case text(Text)
        case image(Image)
        case thumbnail(Image)
        case own(Own)
        case line(Nothing)
        case unknown(JSON)

        static let tagKey = "type"
        static let variants: [Variant] = [
            Variant("text", text) { if case .text(let text) = $0 { text } else { nil } },
            Variant("image", image) { if case .image(let image) = $0 { image } else { nil } },
            Variant("thumbnail", thumbnail) { if case .thumbnail(let image) = $0 { image } else { nil } },
            Variant("own", own) { if case .own(let own) = $0 { own } else { nil } },
            Variant("line", line) { if case .line(let line) = $0 { line } else { nil } },
            .unknown(unknown) { if case .unknown(let json) = $0 { json } else { nil } },
        ]
    }

    /// A union that is only read, with integers as tags and without a case for other tags.
    private enum Event: TaggedUnion, Hashable {
        case made(Text)
        case removed(Text)

        static let tagKey = "op"
        static let variants: [Variant] = [Variant(1, made), Variant(2, removed)]
    }

    private func decoded<Value: Decodable>(_ text: String, _ type: Value.Type = Value.self) throws -> [Value] {
        [
            try ResponseDecoder().decode(type, from: HTTPResponse(body: Data(text.utf8))),
            try JSONDecoder().decode(type, from: Data(text.utf8)),
        ]
    }
    private func message(_ text: String, _ type: (some Decodable).Type) -> String {
        let response = HTTPResponse(body: Data(text.utf8))
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(type, from: response.body) }
        return #expect(throws: APIError.self) { try ResponseDecoder().decode(type, from: response) }?.message ?? ""
    }
    private var encoders: [JSONEncoder] {
        let foundation = JSONEncoder()
        foundation.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [foundation, JSONConvention.standard.encoder()]
    }

    // MARK: Reading

    @Test func `TaggedUnion: the tag says which variant is read, in a list too`() throws {
        let text =
            #"[{"type":"text","text":"a"},{"imageURL":"u","type":"image"},{"type":"thumbnail","imageURL":"t","sizes":[1]},{"type":"line"}]"#
        let blocks: [Block] = [
            .text(Text(text: "a")), .image(Image(imageURL: "u")), .thumbnail(Image(imageURL: "t", sizes: [1])), .line(Nothing()),
        ]
        #expect(try decoded(text) == [blocks, blocks])
    }

    @Test func `TaggedUnion: a tag may be an integer, however it is written`() throws {
        let events: [Event] = [.made(Text(text: "a")), .removed(Text(text: "b"))]
        #expect(try decoded(#"[{"op":1,"text":"a"},{"op":2.0,"text":"b"}]"#) == [events, events])
    }

    @Test func `TaggedUnion: an unknown tag is kept with its whole object, and encoded again unchanged`() throws {
        let text = #"{"type":"video","url":"a/b","big":18446744073709551615,"nested":{"snake_case":[null,true,1.5]}}"#
        for block in try decoded(text, Block.self) {
            guard case .unknown(let json) = block else {
                Issue.record("\(block)")
                continue
            }
            #expect(json["type"] == "video" && json["nested"]?["snake_case"] == [nil, true, 1.5])
            for encoder in encoders { #expect(try JSON(parsing: encoder.encode(block)) == JSON(parsing: text)) }
        }
        // A convention doesn't convert the keys of an unknown value.
        let convention = JSONConvention(keys: .snakeCase)
        let own = try ResponseDecoder(convention).decode(Block.self, from: HTTPResponse(body: Data(#"{"type":"x","aB":1,"c_d":2}"#.utf8)))
        #expect(try String(decoding: convention.encoder().encode(own), as: UTF8.self) == #"{"aB":1,"c_d":2,"type":"x"}"#)
        for tag in ["null", "7", #"{"a":[]}"#, "[]", "true"] {
            #expect(try decoded(#"{"type":\#(tag)}"#, Block.self).allSatisfy { if case .unknown = $0 { true } else { false } })
        }
    }

    @Test(arguments: [
        (#"[{"type":"image","sizes":[]}]"#, #"`[0].imageURL` is missing, in the variant "image" of Block"#),
        (#"[{"type":"text","text":5}]"#, #"[0].text: expected String, found a number, in the variant "text" of Block"#),
        (#"[{"type":"text","text":null}]"#, #"[0].text: expected String, found null, in the variant "text" of Block"#),
        (#"[{"type":"image","imageURL":"","sizes":[1e300]}]"#, #"the number does not fit in Int, in the variant "image" of Block"#),
        (#"[{"text":"a"}]"#, "`[0].type` is missing"), (#"["text"]"#, "[0]: expected an object, found a string"),
    ])
    func `TaggedUnion: an error says where it occurred, and in which variant`(text: String, reason: String) {
        #expect(message(text, [Block].self).contains(reason), "\(message(text, [Block].self))")
    }

    @Test func `TaggedUnion: without a variant for unknown tags, an unknown tag is an error that names the known tags`() {
        for tag in ["3", #""1""#, "null"] {
            let error = message(#"[{"op":\#(tag),"text":"a"}]"#, [Event].self)
            #expect(error.contains("[0].op: no variant of Event has this tag. The tags are: 1, 2"), "\(error)")
        }
    }

    @Test func `TaggedUnion: a lossy array skips an element whose variant fails, and says why`() throws {
        struct Page: Decodable { @LossyArray var blocks: [Block] }
        let page = try ResponseDecoder().decode(
            Page.self, from: HTTPResponse(body: Data(#"{"blocks":[{"type":"text"},{"type":"line"},{"type":"text","text":1}]}"#.utf8)))
        #expect(page.blocks == [.line(Nothing())])
        #expect(
            page.$blocks.map(\.description) == [
                #"blocks[0].text: the key is missing, in the variant "text" of Block"#,
                #"blocks[2].text: expected String, found a number, in the variant "text" of Block"#,
            ])
    }

    private enum Outer: TaggedUnion, Codable {
        case block(Holder)
        struct Holder: Codable { var block: Block }
        static let tagKey = "kind"
        static let variants: [Variant] = [Variant("block", block) { if case .block(let holder) = $0 { holder } else { nil } }]
    }

    @Test func `TaggedUnion: inside another union, an error names both variants`() throws {
        #expect(
            message(#"{"kind":"block","block":{"type":"text"}}"#, Outer.self)
                .contains(#"`block.text` is missing, in the variant "text" of Block, in the variant "block" of Outer"#))
        let outer = Outer.block(Outer.Holder(block: .text(Text(text: "a"))))
        let text = #"{"block":{"text":"a","type":"text"},"kind":"block"}"#
        for encoder in encoders { #expect(try encoder.encode(outer) == Data(text.utf8)) }
    }

    @Test func `TaggedUnion: a convention converts the keys, including the tag's`() throws {
        enum Converted: TaggedUnion, Codable {
            case image(Image)
            static let tagKey = "blockType"
            static let variants: [Variant] = [Variant("image", image) { if case .image(let image) = $0 { image } else { nil } }]
        }
        let convention = JSONConvention(keys: .snakeCase)
        let text = #"{"block_type":"image","image_url":"u"}"#
        let value = try ResponseDecoder(convention).decode(Converted.self, from: HTTPResponse(body: Data(text.utf8)))
        #expect(try convention.encoder().encode(value) == Data(text.utf8))
    }

    // MARK: Writing

    @Test func `TaggedUnion: each variant is written with its tag, and read back`() throws {
        let blocks: [(Block, String)] = [
            (.text(Text(text: "a")), #"{"text":"a","type":"text"}"#),
            (.thumbnail(Image(imageURL: "u")), #"{"imageURL":"u","type":"thumbnail"}"#),
            (.own(Own(id: 1)), #"{"id":1,"type":"own"}"#), (.own(Own(type: "other", id: 1)), #"{"id":1,"type":"own"}"#),
            (.line(Nothing()), #"{"type":"line"}"#),
        ]
        for encoder in encoders {
            for (block, text) in blocks { #expect(try encoder.encode(block) == Data(text.utf8)) }
            let all = blocks.map(\.0)
            #expect(try encoder.encode(all) == Data(("[" + blocks.map(\.1).joined(separator: ",") + "]").utf8))
        }
        #expect(try decoded(#"{"id":1,"type":"own"}"#) == [Block.own(Own(id: 1)), .own(Own(id: 1))])
    }

    private enum Odd: TaggedUnion, Codable {
        case text(String)
        case list([Int])
        case maybe(Int?)
        case forgotten(Text)
        static let tagKey = "type"
        static let variants: [Variant] = [
            Variant("text", text) { if case .text(let text) = $0 { text } else { nil } },
            Variant("list", list) { if case .list(let list) = $0 { list } else { nil } },
            Variant("maybe", maybe) { if case .maybe(let value) = $0 { .some(value) } else { nil } },
            Variant("forgotten", forgotten),
        ]
    }

    @Test func `TaggedUnion: a value that isn't an object, and a case without a variant, are encoding errors`() {
        for (value, reason) in [
            (Odd.text("a"), #"The value of the variant "text" isn't written as an object"#), (.list([1]), #"the variant "list""#),
            (.maybe(nil), #"the variant "maybe""#), (.forgotten(Text(text: "")), "No variant of Odd says how it takes this value out"),
        ] {
            for encoder in encoders {
                let error = #expect(throws: EncodingError.self) { try encoder.encode([value]) }
                #expect("\(error as Any)".contains(reason))
            }
            #expect(throws: (any Error).self) { try FormBody(encoding: ["a": value]).entity() }
        }
    }

    private enum Widget: TaggedUnion, Codable, Hashable {
        case divider
        case block(Block)
        case raw(JSON)
        case labels([String: String])
        case unknown(JSON)
        static let tagKey = "widgetKind"
        static let variants: [Variant] = [
            Variant("divider", divider) { $0 == .divider },
            Variant("block", block) { if case .block(let block) = $0 { block } else { nil } },
            Variant("raw", raw) { if case .raw(let json) = $0 { json } else { nil } },
            Variant("labels", labels) { if case .labels(let labels) = $0 { labels } else { nil } },
            .unknown(unknown) { if case .unknown(let json) = $0 { json } else { nil } },
        ]
    }

    @Test func `TaggedUnion: cases without a value, nested unions and data are written with the tag, and data keeps its keys`() throws {
        let widgets: [(Widget, String)] = [
            (.divider, #"{"widget_kind":"divider"}"#),
            (.block(.image(Image(imageURL: "u"))), #"{"image_url":"u","type":"image","widget_kind":"block"}"#),
            (.block(.unknown(["type": "x", "aB": 1])), #"{"aB":1,"type":"x","widget_kind":"block"}"#),
            (.raw(["aB": ["cD": nil]]), #"{"aB":{"cD":null},"widget_kind":"raw"}"#),
            (.labels(["aB": "1"]), #"{"aB":"1","widget_kind":"labels"}"#),
            (.unknown(["widget_kind": "x", "aB": 1]), #"{"aB":1,"widget_kind":"x"}"#),
        ]
        let convention = JSONConvention(keys: .snakeCase)
        for (widget, text) in widgets {
            let written = try convention.encoder().encode([widget])
            #expect(String(decoding: written, as: UTF8.self) == "[\(text)]")
            // A value that is read and written again stays the same.
            let read = try ResponseDecoder(convention).decode([Widget].self, from: HTTPResponse(body: written))
            #expect(try convention.encoder().encode(read) == written)
        }
    }

    @Test func `TaggedUnion: in a form, the variant's tag replaces the value's own tag`() throws {
        #expect(Query(encoding: Block.own(Own(type: "other", id: 1))) == ["type": "own", "id": 1])
        #expect(Query(encoding: Widget.divider).encoded == "widgetKind=divider")
        // Keys that are data stay unchanged, and the key of the tag is converted.
        let convention = JSONConvention(keys: .snakeCase)
        let rows: [(Widget, Query)] = [
            (.divider, ["widget_kind": "divider"]), (.raw(["aB": 1]), ["aB": 1, "widget_kind": "raw"]),
            (.labels(["aB": "1"]), ["aB": "1", "widget_kind": "labels"]),
            (.block(.unknown(["type": "x", "aB": 1])), ["type": "x", "aB": 1, "widget_kind": "block"]),
            (.block(.line(Nothing())), ["type": "line", "widget_kind": "block"]), (.unknown(["kindOf": "x"]), ["kindOf": "x"]),
        ]
        for (widget, query) in rows { #expect(Query(encoding: widget, by: convention) == query) }
        #expect(Query(encoding: ["meta": ["firstName": [1]] as JSON], by: convention) == ["meta[firstName]": 1])
    }
}
