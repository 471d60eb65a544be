extension ConfigurationKey {
    /// How the service writes JSON and queries.
    static let json: [ConfigurationKey] = [
        .named(
            "json.dates", dates, \.policies.json.dates,
            "How dates are written. \"foundation\" writes the number of seconds since 2001 in JSON, and ISO 8601 in a query."),
        .named(
            "json.keys", [("unchanged", .unchanged), ("snakeCase", .snakeCase)], \.policies.json.keys, "How the keys of types are written."),
        .named(
            "json.data", [("base64", .base64), ("base64URL", .base64URL), ("numbers", .numbers)], \.policies.json.data,
            "How bytes are written."),
        .named(
            "json.floats", [("refused", .refused), ("texts", .texts())], \.policies.json.floats,
            "How numbers that aren't finite are written: not at all, or as Infinity, -Infinity and NaN."),
        .named(
            "json.strings", [("text", .text), ("json", .json)], \.policies.json.strings,
            "How a response is read whose value is a string: as the text of the body, or as a JSON string if the response is JSON."),
        .choice(
            "queryStyle.arrays", QueryStyle.Arrays.allCases, \.policies.json.query.arrays,
            "How an encoded query or form names the elements of an array: k=1&k=2, k[]=1, k[0]=1 or k=1,2."),
        .choice(
            "queryStyle.nesting", QueryStyle.Nesting.allCases, \.policies.json.query.nesting,
            "How an encoded query or form names the keys of an object: a[b]=1 or a.b=1."),
        .choice("queryStyle.nils", QueryStyle.Nils.allCases, \.policies.json.query.nils, "How an encoded query or form writes nil."),
        .choice(
            "queryStyle.booleans", QueryStyle.Booleans.allCases, \.policies.json.query.booleans,
            "How an encoded query or form writes booleans: true or 1."),
    ]

    private static let dates: [(String, JSONConvention.Dates)] = [
        ("foundation", .foundation), ("iso8601", .iso8601), ("secondsSince1970", .secondsSince1970),
        ("millisecondsSince1970", .millisecondsSince1970),
    ]

    /// A key whose values have names. A value that was set in code and isn't among them has no name.
    private static func named<Choice: Sendable>(
        _ name: String, _ choices: [(name: String, value: Choice)], _ path: Property<Choice>, _ summary: String
    ) -> ConfigurationKey {
        .other(name, .choice(choices.map(\.name)), summary) { configuration in
            let value = configuration[keyPath: path]
            return choices.first { "\($0.value)" == "\(value)" }.map { JSON($0.name) }
        } set: { configuration, value, _ in
            if let choice = choices.first(where: { $0.name == value.text }) { configuration[keyPath: path] = choice.value }
        }
    }
}
