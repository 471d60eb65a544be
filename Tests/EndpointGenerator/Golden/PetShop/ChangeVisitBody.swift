// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public struct ChangeVisitBody: Codable, Hashable, Sendable {
    public var vet: Nullable<String>
    public var day: Nullable<Day>
    public var note: Note?

    public init(vet: Nullable<String>, day: Nullable<Day> = .missing, note: Note? = nil) {
        self.vet = vet
        self.day = day
        self.note = note
    }
}
