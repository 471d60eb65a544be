/// Reads the text format 0.0.4 of Prometheus, and refuses what isn't it.
struct Exposition {
    struct Sample: Equatable {
        var name: String
        var labels: [String: String]
        var value: Double
    }
    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }
    private(set) var types: [String: String] = [:]
    private(set) var help: [String: String] = [:]
    private(set) var samples: [Sample] = []

    init(_ text: String) throws {
        guard text.isEmpty || text.last == "\n" else { throw Malformed(description: "the last line has no end") }
        var family: String?
        var finished: Set<String> = []
        for line in text.split(separator: "\n", omittingEmptySubsequences: true) {
            func refuse(_ reason: String) -> Malformed { Malformed(description: "\(reason): \(line)") }
            let words = line.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false).map(String.init)
            if line.hasPrefix("# HELP ") {
                guard words.count == 4, help.updateValue(words[3], forKey: words[2]) == nil else { throw refuse("a second help, or none") }
            } else if line.hasPrefix("# TYPE ") {
                guard words.count == 4, ["counter", "gauge", "histogram", "summary", "untyped"].contains(words[3]) else {
                    throw refuse("no type")
                }
                guard types.updateValue(words[3], forKey: words[2]) == nil else { throw refuse("a second type") }
                if let family { finished.insert(family) }
                family = words[2]
            } else if !line.hasPrefix("#") {
                let sample = try Self.sample(line)
                guard let family, let type = types[family] else { throw refuse("no type before it") }
                let suffixes = type == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
                guard suffixes.contains(where: { family + $0 == sample.name }), !finished.contains(family) else {
                    throw refuse("not of \(family)")
                }
                if type == "counter", !family.hasSuffix("_total") { throw refuse("a counter's name ends in _total") }
                guard !samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }) else { throw refuse("twice") }
                samples.append(sample)
            }
        }
    }

    private static func sample(_ line: Substring) throws -> Sample {
        var rest = line[...]
        func refuse(_ reason: String) -> Malformed { Malformed(description: "\(reason): \(line)") }
        let name = String(rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "_:".contains($0)) })
        guard name.first?.isNumber == false else { throw refuse("no name") }
        rest = rest.dropFirst(name.count)
        var labels: [String: String] = [:]
        if rest.first == "{" {
            rest = rest.dropFirst()
            while rest.first != "}" {
                let label = String(rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") })
                rest = rest.dropFirst(label.count)
                guard !label.isEmpty, rest.hasPrefix("=\"") else { throw refuse("no label") }
                rest = rest.dropFirst(2)
                var value = ""
                while let character = rest.popFirst(), character != "\"" {
                    guard character == "\\" else {
                        value.append(character)
                        continue
                    }
                    guard let escaped = rest.popFirst(), let meant = ["\\": "\\", "\"": "\"", "n": "\n"][escaped] else {
                        throw refuse("no escape")
                    }
                    value += meant
                }
                guard labels.updateValue(value, forKey: label) == nil else { throw refuse("a label twice") }
                if rest.first == "," { rest = rest.dropFirst() } else if rest.first != "}" { throw refuse("no end") }
            }
            rest = rest.dropFirst()
        }
        guard rest.first == " ", let value = Double(rest.dropFirst() == "+Inf" ? "inf" : String(rest.dropFirst())) else {
            throw refuse("no value")
        }
        return Sample(name: name, labels: labels, value: value)
    }

    func value(_ name: String, _ labels: [String: String]) -> Double? {
        samples.first { $0.name == "endpointkit_\(name)" && $0.labels == labels }?.value
    }
}
