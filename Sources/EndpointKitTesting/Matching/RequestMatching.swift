/// Decides which parts of a request are compared when a cassette looks for its recording.
///
/// The method, the path and the query always count; a query's order doesn't. Values that the redaction hides never count: the keys, hashes
/// and timestamps that sign a request are different or missing in a replay.
///
/// Bodies count byte by byte. A JSON body may differ in white space and in the order of an object's members: its strings and numbers are
/// compared as they are written. A form may differ in its escapes and in the order of its names, a multipart body in its boundary.
public struct RequestMatching: Hashable, Sendable {
    /// Whether scheme, host and port count. True by default.
    public var comparesOrigin = true
    /// Whether the body counts. True by default.
    public var comparesBody = true
    /// The names of header fields that count. Empty by default, because many fields contain the program's version.
    public var headers: [String] = []
    /// The names of query items that don't count, besides the hidden ones.
    public var ignoredItems: Set<String> = []

    /// Creates a matching with the default of every part.
    public init() {}

    /// Method, origin, path, query and body.
    public static let standard = RequestMatching()

    /// The same for any scheme, host and port, for example for a server on a free port.
    public var ignoringOrigin: RequestMatching {
        var matching = self
        matching.comparesOrigin = false
        return matching
    }
}
