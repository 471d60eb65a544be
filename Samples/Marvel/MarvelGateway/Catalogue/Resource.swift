internal import EndpointKit

/// One element of the catalogue.
struct Resource: Sendable {
    let id: Int
    /// What the lists of other resources call it.
    let name: String
    /// What its JSON says, without that which contains addresses.
    var fields: JSON.Object
    /// What filters and orders compare, where that isn't the field of the same name: dates in seconds, and values from other resources.
    var keys: [String: JSON] = [:]
    /// The name of its picture.
    var picture = Picture.notAvailable
    /// Members of its JSON that refer to other resources.
    var references: [(name: String, to: Reference)] = []
    /// The places of the related resources of each kind, in ascending order.
    var links: [Kind: [Int]] = [:]

    enum Reference { case one(Kind, Int), many(Kind, [Int]) }

    /// - Parameter isKnown: whether the date of the last change is, as it isn't in a fifth of all resources.
    init(id: Int, name: String, modifiedIsKnown isKnown: Bool, _ fields: JSON) {
        self.id = id
        self.name = name
        self.fields = JSON.Object()
        self.fields["id"] = JSON(id)
        for (name, value) in fields.object ?? JSON.Object() { self.fields[name] = value }
        let modified = isKnown ? Self.text(for: Double(1_262_304_000 + draw(.modified, id) % 315_000_000)) : Self.unknownDate
        self.fields["modified"] = JSON(modified)
        keys["modified"] = Self.seconds(modified)
    }

    subscript(key: String) -> JSON { keys[key] ?? fields[key] ?? .null }

    static let unknownDate = "-0001-11-30T00:00:00-0500"

    /// A time on the American east coast, in the service's format, which has no colon in the offset. Only the month decides about summer time.
    static func text(for localSeconds: Double) -> String {
        guard let text = ISO8601.format(Date(timeIntervalSince1970: localSeconds.rounded())) else { return unknownDate }
        return text.dropLast() + ((4...10).contains(Int(text.dropFirst(5).prefix(2)) ?? 1) ? "-0400" : "-0500")
    }

    static func seconds(_ date: String) -> JSON { JSON(ISO8601.date(from: date)?.timeIntervalSince1970 ?? 0) }
}
