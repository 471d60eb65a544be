/// One stored response as a file. It consists of a digest of everything else, the length of the metadata, the metadata in JSON, and the
/// body.
///
/// The metadata contains the response's head and digests, but neither the URL nor any field of the request.
struct CacheFile: Sendable, Equatable {
    let path: String
    /// Changes when another process writes the file.
    let version: FileSystem.Version

    private static let digestSize = 32
    private static let headSize = digestSize + 4

    private struct Metadata: Codable {
        let resource: String
        let owner: String?
        let lacksBody: Bool
        let selection: [String: String]
        let salt: String?
        let echoes: [String]
        let requestTime, responseTime: Double
        let status: Int
        /// Names and values in turn.
        let fields: [String]
    }

    /// The bytes of the file; nil if the head can't be encoded.
    static func contents(of stored: StoredResponse) -> Data? {
        let response = stored.response
        let metadata = Metadata(
            resource: stored.resource.description, owner: stored.owner?.description, lacksBody: stored.lacksBody,
            selection: stored.selection.mapValues(\.description), salt: stored.echoes?.salt,
            echoes: stored.echoes?.digests.map(\.description) ?? [], requestTime: stored.requestTime, responseTime: stored.responseTime,
            status: response.status.rawValue, fields: response.headers.flatMap { [$0.name, $0.value] })
        guard let head = try? JSONEncoder().encode(metadata) else { return nil }
        var rest = Data(capacity: 4 + head.count + response.body.count)
        withUnsafeBytes(of: UInt32(truncatingIfNeeded: head.count).littleEndian) { rest.append(contentsOf: $0) }
        rest.append(head)
        rest.append(response.body)
        return Data(SHA256Hash.digest(of: rest)) + rest
    }

    /// The response in the bytes of a file; nil if they are incomplete or damaged.
    static func stored(in bytes: [UInt8], heuristicFraction: Double) -> StoredResponse? {
        guard bytes.count > headSize, SHA256Hash.digest(of: bytes[digestSize...]).elementsEqual(bytes[..<digestSize]) else { return nil }
        let length = bytes[digestSize..<headSize].reversed().reduce(0) { $0 << 8 | Int($1) }
        guard length <= bytes.count - headSize else { return nil }
        let end = headSize + length
        guard let metadata = try? JSONDecoder().decode(Metadata.self, from: Data(bytes[headSize..<end])),
            let resource = KeyDigest(metadata.resource), metadata.fields.count.isMultiple(of: 2)
        else { return nil }
        let selection = metadata.selection.compactMapValues { KeyDigest($0) }
        let owner = metadata.owner.flatMap { KeyDigest($0) }
        guard selection.count == metadata.selection.count, (owner == nil) == (metadata.owner == nil) else { return nil }
        var headers = HTTPHeaders()
        for index in stride(from: 0, to: metadata.fields.count, by: 2) {
            headers.append(metadata.fields[index], metadata.fields[index + 1])
        }
        let response = HTTPResponse(status: HTTPStatus(rawValue: metadata.status), headers: headers, body: Data(bytes[end...]))
        return StoredResponse(
            response, resource: resource, owner: owner, selection: selection, lacksBody: metadata.lacksBody,
            echoes: metadata.salt.map { EchoedItems(salt: $0, digests: metadata.echoes.compactMap { KeyDigest($0) }) },
            requestTime: metadata.requestTime, responseTime: metadata.responseTime, heuristicFraction: heuristicFraction)
    }
}
