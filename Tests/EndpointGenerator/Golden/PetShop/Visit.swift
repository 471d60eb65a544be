// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public struct Visit: Codable, Hashable, Sendable {
    public var id: UUID
    public var day: Day
    public var patient: Patient
    public var note: Note?
    public var urgency: Urgency?
    /// The other members.
    public var others: [String: JSON]

    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        id = try container.decode(UUID.self, forKey: .id)
        day = try container.decode(Day.self, forKey: .day)
        patient = try container.decode(Patient.self, forKey: .patient)
        note = try container.decodeIfPresent(Note.self, forKey: .note)
        urgency = try container.decodeIfPresent(Urgency.self, forKey: .urgency)
        others = try [String: JSON](from: decoder).filter { CodingKeys(stringValue: $0.key) == nil }
    }

    public func encode(to encoder: any Encoder) throws {
        try others.encode(to: encoder)
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(id, forKey: .id)
        try container.encode(day, forKey: .day)
        try container.encode(patient, forKey: .patient)
        try container.encodeIfPresent(note, forKey: .note)
        try container.encodeIfPresent(urgency, forKey: .urgency)
    }

    private enum CodingKeys: String, CodingKey {
        case id, day, patient, note, urgency
    }

    nonisolated public struct Urgency: OpenIntegerEnum {
        public let rawValue: Int
        public init(rawValue: Int) { self.rawValue = rawValue }

        public static let low: Self = 1
        public static let high: Self = 2
    }
}
