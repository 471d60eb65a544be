internal import EndpointHTTP

/// Splits names into words, and joins words into Swift names.
enum Words {
    /// The words in a name such as `pet_id`, `petId`, `PetID` or `GET pets/{id}`.
    static func of(_ text: String) -> [String] {
        var words: [String] = []
        var word = ""
        var before: Character?
        let characters = Array(text)
        for (index, character) in characters.enumerated() {
            defer { before = character }
            guard isPartOfName(character) else {
                if character != "'" && character != "’" { end(&word, &words) }
                continue
            }
            if character.isUppercase, let before, !word.isEmpty {
                let next = index + 1 < characters.count ? characters[index + 1] : " "
                // The last of several capitals begins a word: `HTTPServer`. The `s` of a plural doesn't: `petIDs`.
                let isPlural = next == "s" && (index + 2 == characters.count || !characters[index + 2].isLowercase)
                if !before.isUppercase || next.isLowercase && !isPlural { end(&word, &words) }
            }
            word.append(character)
        }
        end(&word, &words)
        return words
    }

    private static func end(_ word: inout String, _ words: inout [String]) {
        if !word.isEmpty { words.append(word) }
        word = ""
    }

    private static func isPartOfName(_ character: Character) -> Bool {
        guard character != "_", let scalar = character.unicodeScalars.first, character.unicodeScalars.count == 1 else { return false }
        if scalar.isASCII { return character.isLetter || character.isNumber }
        return character.isLetter && scalar.properties.isXIDContinue
    }

    /// The name of a type: `PetID`.
    static func type(_ text: String) -> String {
        let name = of(text).map { inner($0) }.joined()
        // In a script without capitals, a type and a member would get the same name.
        let isCased = name.first.map { $0.uppercased() != $0.lowercased() } ?? false
        return isCased ? name : name.isEmpty ? "" : "Type\(name)"
    }

    /// The name of a property, a parameter, a function or a case: `petID`. A name that is already valid isn't changed.
    static func member(_ text: String) -> String {
        if let first = text.first, first.isLowercase, starts(text), text.allSatisfy({ isPartOfName($0) }) { return text }
        // In `DateSent<`, the sign means that the value is the end of a range.
        let bounds: [Character: String] = ["<": " before", ">": " after"]
        let words = of(text.last.flatMap { bounds[$0] }.map { text.dropLast() + $0 } ?? text)
        guard let first = words.first else { return "" }
        let name = first.lowercased() + words.dropFirst().map { inner($0) }.joined()
        return starts(name) ? name : "value\(name)"
    }

    /// The name of a parameter: `petID`, even for `petId`, because the name on the wire is written next to it.
    static func parameter(_ text: String) -> String {
        let words = of(text)
        guard let first = words.first, words.count > 1, text.first?.isLowercase == true, text.last?.isLetter ?? false else {
            return member(text)
        }
        let name = first.lowercased() + words.dropFirst().map { inner($0) }.joined()
        return starts(name) ? name : member(text)
    }

    /// A word that isn't the first one: `ID`, `IDs` or `Name`.
    private static func inner(_ word: String) -> String {
        let lowered = word.lowercased()
        if acronyms.contains(lowered) { return word.uppercased() }
        if lowered.hasSuffix("s"), acronyms.contains(String(lowered.dropLast())) { return word.dropLast().uppercased() + "s" }
        return capitalized(word)
    }

    /// The name of a word in a set: `minusDate` for `-date`, and `empty` for an empty word.
    static func word(_ text: String) -> String {
        if text.isEmpty { return "empty" }
        let signs: [Character: String] = [
            "-": "minus ", "+": "plus ", "*": "all ", "<": "less ", ">": "greater ", "=": "equal ", "!": "not ",
        ]
        let isSigned = text.first.map { signs[$0] != nil } ?? false
        let name = member(isSigned ? text.map { signs[$0] ?? String($0) }.joined() : text)
        return name.isEmpty ? "other" : name
    }

    /// Whether the text is a valid name in Swift, with or without backticks.
    static func isName(_ text: String) -> Bool {
        starts(text) && text.allSatisfy { isPartOfName($0) || $0 == "_" }
    }

    /// Whether the name begins with a word. Any other name is empty or needs a prefix.
    static func isNamed(_ text: String) -> Bool { of(text).first.map { starts($0) } ?? false }

    private static func starts(_ name: String) -> Bool {
        guard let first = name.unicodeScalars.first else { return false }
        return first.isASCII ? Character(first).isLetter : first.properties.isXIDStart
    }

    /// A word in capitals gets only an initial capital: `Available` for `AVAILABLE`.
    private static func capitalized(_ word: String) -> String {
        let rest = word.dropFirst()
        let isShouted = word.count > 1 && !word.contains { $0.isLowercase }
        return word.prefix(1).uppercased() + (isShouted ? rest.lowercased() : String(rest))
    }

    private static let acronyms: Set<String> = [
        "api", "csv", "html", "http", "https", "id", "ip", "json", "pdf", "sku", "uri", "url", "uuid", "xml",
    ]

    /// A name for one element of a list: `category` for `categories`.
    static func singular(_ text: String) -> String {
        let lowered = text.lowercased()
        if ["series", "species", "news"].contains(lowered) { return text }
        if ["movies", "cookies", "zombies", "selfies", "calories"].contains(lowered) { return String(text.dropLast()) }
        if lowered.hasSuffix("ies"), text.count > 4 { return text.dropLast(3) + "y" }
        for ending in ["sses", "shes", "ches", "xes", "zes"] where lowered.hasSuffix(ending) { return String(text.dropLast(2)) }
        let isPlural = lowered.hasSuffix("s") && !["ss", "us", "is"].contains { lowered.hasSuffix($0) }
        return isPlural && text.count > 3 ? String(text.dropLast()) : text
    }
}
