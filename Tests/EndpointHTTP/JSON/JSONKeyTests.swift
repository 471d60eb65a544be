import Testing

@testable import EndpointHTTP

/// Types and keys reach the decoder as the program passed them.
@Suite struct JSONKeyTests {
    private class Animal: Decodable {}
    private final class Dog: Animal {}

    /// Decodes a subclass by way of a metatype of its superclass, in each kind of container.
    private struct Kennel: Decodable {
        var animals: [Animal] = []

        private enum CodingKeys: String, CodingKey { case one, many, none }

        init(from decoder: any Decoder) throws {
            let dog: Animal.Type = Dog.self
            let object = try decoder.container(keyedBy: CodingKeys.self)
            animals.append(try object.decode(dog, forKey: .one))
            animals += [try object.decodeIfPresent(dog, forKey: .one)].compactMap { $0 }
            var list = try object.nestedUnkeyedContainer(forKey: .many)
            animals.append(try list.decode(dog))
            animals += [try list.decodeIfPresent(dog)].compactMap { $0 }
            animals.append(try list.superDecoder().singleValueContainer().decode(dog))
            animals.append(try object.superDecoder(forKey: .none).singleValueContainer().decode(dog))
        }
    }

    private func rules(snakeCase: Bool) throws -> JSONDecodingRules {
        let decoder = JSONDecoder()
        if snakeCase { decoder.keyDecodingStrategy = .convertFromSnakeCase }
        return try #require(JSONDecodingRules(decoder))
    }

    @Test(arguments: [false, true])
    func `JSON keys: a subclass given as a metatype of its superclass is decoded as itself`(snakeCase: Bool) throws {
        let text = Data(#"{"one":{},"many":[{},{},{}]}"#.utf8)
        let rules = try rules(snakeCase: snakeCase)
        let animals = try JSONTape.decode(Kennel.self, from: text, rules: rules).animals
        let foundations = try JSONDecoder().decode(Kennel.self, from: text).animals
        #expect(animals.map { $0 is Dog } == foundations.map { $0 is Dog })
        // Swift's own keyed containers pass the static type on.
        #expect(animals.count == 6 && animals[2...].allSatisfy { $0 is Dog })
        #expect(try JSONTape.decode(Dog.self as Animal.Type, from: Data("{}".utf8), rules: rules) is Dog)
    }

    private struct Seen: Decodable {
        let path: [any CodingKey]
        init(from decoder: any Decoder) { path = decoder.codingPath }
    }

    @Test func `JSON keys: a dictionary with integer keys has integers in its paths`() throws {
        let seen = try JSONTape.decode([Int: [Seen]].self, from: Data(#"{"7":[{}],"-3":[1,2]}"#.utf8))
        #expect(seen[7]?[0].path.map(\.intValue) == [7, 0])
        #expect(seen[-3]?[1].path.map(\.intValue) == [-3, 1])
        #expect(seen[7]?[0].path.map(\.stringValue) == ["7", "Index 0"])
        #expect(try JSONTape.decode([String: Seen].self, from: Data(#"{"7":{}}"#.utf8))["7"]?.path.last?.intValue == .some(nil))
    }

    @Test func `JSON keys: an integer key is shown as data, not as an index`() throws {
        let error = try #require(throws: DecodingError.self) { try JSONTape.decode([Int: [Int]].self, from: Data(#"{"7":[1,"x"]}"#.utf8)) }
        #expect(error.keyPath == "7[1]")
        let long = try #require(throws: DecodingError.self) {
            try JSONTape.decode([Int: Int].self, from: Data(#"{"4111111111111111":"x"}"#.utf8))
        }
        #expect(long.keyPath == "<16 characters>")
    }

    private struct OwnKey: CodingKey, Equatable {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
    private struct Owner: Decodable {
        let seen: [Seen]
        init(from decoder: any Decoder) throws {
            enum Names: String, CodingKey { case firstName }
            let own = try decoder.container(keyedBy: OwnKey.self)
            let names = try decoder.container(keyedBy: Names.self)
            seen = [
                try own.decode(Seen.self, forKey: OwnKey(stringValue: "firstName")), try names.decode(Seen.self, forKey: .firstName),
                try own.decode(Seen.self, forKey: OwnKey(stringValue: "firstName")),
            ]
        }
    }

    @Test(arguments: [false, true])
    func `JSON keys: a path has keys of the type that requested the value`(snakeCase: Bool) throws {
        let text = Data(#"[{"\#(snakeCase ? "first_name" : "firstName")":1}]"#.utf8)
        let seen = try JSONTape.decode([Owner].self, from: text, rules: rules(snakeCase: snakeCase))[0].seen
        #expect(seen.map { $0.path.last is OwnKey } == [true, false, true])
        #expect(seen.map { $0.path.last?.isName } == [false, true, false])
        #expect(seen.map { $0.path.map(\.stringValue) } == Array(repeating: ["Index 0", "firstName"], count: 3))
    }

    private struct Nested: Decodable {
        let paths: [[String]]
        init(from decoder: any Decoder) throws {
            enum First: String, CodingKey { case list, object, firstName }
            enum Second: String, CodingKey { case other }
            let first = try decoder.container(keyedBy: First.self)
            let list = try first.nestedUnkeyedContainer(forKey: .list)
            let object = try first.nestedContainer(keyedBy: First.self, forKey: .object)
            let name = try object.superDecoder(forKey: .firstName)
            let second = try decoder.container(keyedBy: Second.self)
            let other = try second.superDecoder(forKey: .other)
            _ = second.contains(.other)
            paths = [list.codingPath, object.codingPath, name.codingPath, other.codingPath].map { path in
                path.map { "\(type(of: $0)).\($0.stringValue)" }
            }
        }
    }

    @Test(arguments: [false, true])
    func `JSON keys: a path keeps its keys when the same object is read with another type of keys`(snakeCase: Bool) throws {
        let text = Data(#"{"list":[],"object":{"firstName":1},"other":2}"#.utf8)
        let paths = try JSONTape.decode(Nested.self, from: text, rules: rules(snakeCase: snakeCase)).paths
        let foundation = try JSONDecoder().decode(Nested.self, from: text).paths
        #expect(paths == foundation)
        #expect(paths == [["First.list"], ["First.object"], ["First.object", "First.firstName"], ["Second.other"]])
    }

    /// A different key type for each number of type parameters.
    private struct Numbered<each Part>: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    @Test func `JSON keys: many key types in one document are distinguished`() throws {
        struct Asking: Decodable {
            var names: [String] = []
            init(from decoder: any Decoder) throws {
                func ask<Key: CodingKey>(_ type: Key.Type) throws -> [String] {
                    let object = try decoder.container(keyedBy: type)
                    guard let key = Key(stringValue: "a") else { return [] }
                    return try object.decode(Seen.self, forKey: key).path.map { "\(Swift.type(of: $0) == Key.self)" }
                }
                for _ in 0..<2 {
                    names += try ask(Numbered<Int>.self) + ask(Numbered<String>.self) + ask(Numbered<Int, Int>.self) + ask(OwnKey.self)
                }
            }
        }
        #expect(try JSONTape.decode(Asking.self, from: Data(#"{"a":1}"#.utf8)).names == Array(repeating: "true", count: 8))
    }

    @Test(arguments: [1, 24, 25, 63, 64, 65, 66, 300])
    func `JSON keys: the first of duplicate keys is used in an object of any size`(count: Int) throws {
        struct Asking: Decodable {
            var values: [Int]
            init(from decoder: any Decoder) throws {
                let object = try decoder.container(keyedBy: OwnKey.self)
                values = try ["last", "k0", "last"].map { try object.decode(Int.self, forKey: OwnKey(stringValue: $0)) }
            }
        }
        let members = (0..<count).map { "\"k\($0)\":\($0)" } + ["\"k0\":-1", "\"last\":7", "\"last\":8"]
        let text = Data("{\(members.joined(separator: ","))}".utf8)
        #expect(try JSONTape.decode(Asking.self, from: text).values == [7, 0, 7])
        let all = try JSONTape.decode([String: Int].self, from: text)
        #expect(all.count == count + 1 && all["k0"] == 0 && all["last"] == 7)
    }
}
