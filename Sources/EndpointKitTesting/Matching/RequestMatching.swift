/// Determines which parts of a request are compared when a cassette looks up its recording.
///
/// The method, the path and the query are always compared, but the order of the query's items isn't. Values that the redaction hides are
/// never compared: the keys, hashes and timestamps that sign a request are different or missing in a replay.
///
/// Bodies are compared byte by byte, with three exceptions. A JSON body may differ in white space and in the order of an object's members;
/// its strings and numbers are compared as they are written. A form may differ in its escapes and in the order of its names. A multipart body
/// may differ in its boundary.
public struct RequestMatching: Hashable, Sendable {
    /// Whether scheme, host and port are compared. True by default.
    public var comparesOrigin = true
    /// Whether the body is compared. True by default.
    public var comparesBody = true
    /// The names of header fields to compare. Empty by default, because many fields contain the program's version.
    public var headers: [String] = []
    /// The names of query items to ignore, in addition to the hidden ones.
    public var ignoredItems: Set<String> = []

    /// Creates a matching with the default for every part.
    public init() {}

    /// Compares method, origin, path, query and body.
    public static let standard = RequestMatching()

    /// Ignores scheme, host and port, for example for a server on a free port.
    public var ignoringOrigin: RequestMatching {
        var matching = self
        matching.comparesOrigin = false
        return matching
    }
}
