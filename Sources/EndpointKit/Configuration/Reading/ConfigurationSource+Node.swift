extension ConfigurationSource {
    /// The file as what it looks like: JSON, or a property list. nil where it can't be understood; a value can come with problems all the same.
    func node(_ problems: inout [ConfigurationProblem]) -> ConfigurationNode? {
        if !hasPlaces { return binaryPropertyList(&problems) }
        var found: [JSONParser.Problem] = []
        let node: ConfigurationNode?
        if bytes.first(where: { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }) == UInt8(ascii: "<") {
            var parser = PropertyListParser(bytes: bytes)
            node = parser.settings(&found)
            problems += found.map { problem($0, expecting: "a valid property list") }
        } else {
            var parser = JSONParser(bytes: bytes, isLenient: true)
            node = parser.settings(&found)
            problems += found.map { problem($0, expecting: "valid JSON") }
        }
        return node
    }

    private func problem(_ problem: JSONParser.Problem, expecting whole: String) -> ConfigurationProblem {
        ConfigurationProblem(
            origin: origin(at: problem.index), message: "expected \(problem.wanted ?? whole), found \(problem.found)",
            suggestion: problem.suggestion)
    }

    private func binaryPropertyList(_ problems: inout [ConfigurationProblem]) -> ConfigurationNode? {
        guard let json = try? PropertyListDecoder().decode(JSON.self, from: Data(bytes)) else {
            problems.append(
                ConfigurationProblem(
                    origin: origin(at: 0),
                    message: "expected a property list of dictionaries, arrays, texts, numbers and booleans, found another"))
            return nil
        }
        return ConfigurationNode(json: json, at: 0)
    }
}
