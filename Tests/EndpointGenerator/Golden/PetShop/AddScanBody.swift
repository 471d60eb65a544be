// Generated from petshop.json. A changed file isn't overwritten: write extensions in files of your own.
public import EndpointKit

nonisolated public struct AddScanBody: Sendable {
    public var file: any HTTPBody
    public var filename: String
    public var size: Size
    public var tags: [String]?
    public var taken: Day?

    public init(file: any HTTPBody, filename: String = "file", size: Size, tags: [String]? = nil, taken: Day? = nil) {
        self.file = file
        self.filename = filename
        self.size = size
        self.tags = tags
        self.taken = taken
    }

    /// The form as it is sent.
    public var form: MultipartBody {
        var parts: [MultipartBody.Part] = [.body("file", file, filename: filename), .body("size", .json(size))]
        parts += (tags ?? []).map { .text("tags", $0) }
        if let taken { parts.append(.text("taken", taken)) }
        return MultipartBody(parts)
    }

    nonisolated public struct Size: Codable, Hashable, Sendable {
        public var width: Int?

        public init(width: Int? = nil) { self.width = width }
    }
}
