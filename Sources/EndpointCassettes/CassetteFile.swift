import EndpointKit

/// A cassette's file. It is read all at once, and replaced atomically.
struct CassetteFile {
    /// A problem with an entry, and its location.
    struct Problem: Error {
        var reason: String
    }

    let url: URL
    /// A recording of a browser session may be large.
    private static let largest = 1 << 30

    /// The path as the user wrote it, for messages.
    let name: String

    init(_ url: URL) {
        self.url = url.absoluteURL
        name = url.relativePath
    }

    private var path: String { url.path(percentEncoded: false) }

    /// The content of a file: its recordings, and the values from which it is rewritten.
    struct Content {
        var recordings: [Recording] = []
        /// The number of entries that no request can match.
        var skipped = 0
        /// The members of `log`, without its entries.
        var log = Self.newLog
        var entries: [JSON] = []

        private static var newLog: JSON.Object {
            var log = JSON.Object()
            log["version"] = "1.2"
            log["creator"] = ["name": "EndpointKit", "version": "1.0"]
            return log
        }
    }

    /// nil if there is no file. Throws an ``APIError`` of code `file` that shows where the problem is.
    ///
    /// - Parameter isRewritten: whether the file's own text is needed.
    func content(isRewritten: Bool) throws -> Content? {
        let bytes: [UInt8]
        do throws(SmallFile.Failure) {
            bytes = try SmallFile(path, limit: Self.largest).bytes
        } catch {
            if error.isAbsent { return nil }
            throw failure("could not be read: \(error.reason)")
        }
        // Some tools write a byte order mark.
        let text = Data(bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...])
        do {
            var content = Content()
            let entries = try JSONTape.decode(HARDocument.self, from: text).log.entries
            content.recordings = entries.enumerated().compactMap { index, entry in Recording(entry, at: index) }
            content.skipped = entries.count - content.recordings.count
            guard isRewritten, case .object(var log)? = try JSON(parsing: text)["log"] else { return content }
            content.entries = log["entries"]?.array ?? []
            log["entries"] = nil
            content.log = log
            return content
        } catch let error as DecodingError {
            let (place, problem) = text.withUnsafeBytes { bytes in
                JSONTape.reading(bytes.bindMemory(to: UInt8.self)) { tape in
                    if let failure = tape.failure { return (failure.offset, "it is not valid JSON: \(failure.reason)") }
                    return (tape.offset(of: error.codingPath), error.problem)
                }
            }
            throw failure("isn't an HTTP Archive that can be replayed: line \(text.line(of: place)): \(problem)")
        }
    }

    /// Throws if the file can't be written. Called before the first exchange, which would otherwise be lost.
    func checkWritable() throws {
        do throws(PrivateFile.Failure) {
            try PrivateFile(url).checkReplaceable()
        } catch {
            throw failure("could not be written: \(error.reason)")
        }
    }

    /// Replaces the file. Afterwards, only its owner may read it.
    func write(_ log: JSON.Object, _ entries: [Data]) throws {
        var data = Data("{\"log\":{".utf8)
        for (key, value) in log { data += Data("\(JSON.string(key)):\(value),\n".utf8) }
        data += Data("\"entries\":[".utf8)
        for (index, entry) in entries.enumerated() {
            data += Data((index == 0 ? "\n" : ",\n").utf8)
            data += entry
        }
        data += Data("\n]}}\n".utf8)
        do throws(PrivateFile.Failure) {
            try PrivateFile(url).replace(with: data)
        } catch {
            throw failure("could not be written: \(error.reason)")
        }
    }

    func failure(_ what: String) -> APIError { APIError(.file, "The cassette \(name) \(what).") }
}

extension Data {
    /// The number, from 1, of the line that contains this byte.
    fileprivate func line(of offset: Int) -> Int { prefix(offset).count { $0 == 0x0A } + 1 }
}
