/// The names of a cache's folders and files. The cache neither reads nor removes anything with another name.
///
/// A folder such as `EndpointKit-cache-v2` has up to 256 subfolders, each named after the first two digits of a resource's digest. The files
/// in them are named after the digests of the resource, the user and the varying fields. The names of incomplete files, and of folders that
/// are being removed, contain the number of the process.
enum CacheNames {
    static let version = 2

    static func folder(ofVersion version: Int = Self.version) -> String { "\(prefix)\(version)" }

    private static let prefix = "EndpointKit-cache-v"

    /// The version in the name of a folder; nil for any other name.
    static func version(ofFolder name: String) -> Int? {
        let version = name.hasPrefix(prefix) ? Int(name.trimmingPrefix(prefix)) : nil
        return version.flatMap { folder(ofVersion: $0) == name ? $0 : nil }
    }

    static func subfolder(of resource: KeyDigest) -> String { String(resource.description.prefix(2)) }

    static func isSubfolder(_ name: String) -> Bool { isHexadecimal(name, 2) }

    /// The file to which each invalidation is appended.
    static let invalidations = "invalidations"

    // MARK: Files

    /// The prefix of the names of a user's responses.
    static func prefix(_ resource: KeyDigest, _ owner: KeyDigest?) -> String {
        "\(resource).\(owner.map(short) ?? String(repeating: "0", count: 32))."
    }

    static func file(of stored: StoredResponse) -> String { "\(prefix(stored.resource, stored.owner))\(short(stored.variant))" }

    static func isFile(_ name: String) -> Bool {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 3 && isHexadecimal(parts[0], 64) && isHexadecimal(parts[1], 32) && isHexadecimal(parts[2], 32)
    }

    private static func short(_ digest: KeyDigest) -> String { String(digest.description.prefix(32)) }

    private static func isHexadecimal(_ text: some StringProtocol, _ count: Int) -> Bool {
        text.utf8.count == count && text.utf8.allSatisfy { (0x30...0x39).contains($0) || (0x61...0x66).contains($0) }
    }

    // MARK: Incomplete files

    static func newIncompleteFile() -> String {
        ".\(ProcessInfo.processInfo.processIdentifier)-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    }

    /// The process that is writing an incomplete file; nil for any other name.
    static func process(ofIncompleteFile name: String) -> Int32? {
        let parts = name.trimmingPrefix(".").split(separator: "-", omittingEmptySubsequences: false)
        guard name.hasPrefix("."), parts.count == 2, let process = Int32(parts[0]), process > 0, UInt64(parts[1], radix: 36) != nil else {
            return nil
        }
        return process
    }
}
