internal import Synchronization

/// Stored responses as files in a folder that several processes share.
///
/// - A file is written under another name and then renamed, so it is always complete. If a crash of the machine damages a file, its digest
///   doesn't match, and the file counts as a miss.
/// - Only regular files whose names follow ``CacheNames`` are removed, and folders with such names that are then empty. The policy's
///   directory may have other content.
/// - Folders of earlier format versions are emptied. Those of later versions stay, because a newer program may be using them.
/// - Each time a process has written a sixteenth of the limit, it checks all files and removes the least recently used ones. The folder
///   can therefore exceed the limit by a sixteenth for each process.
final class CacheDirectory: Sendable {
    private let root: String
    private let folder: CacheFolder
    private let limit: Int
    private let heuristicFraction: Double
    private struct State {
        var isPrepared = false
        /// The bytes written since the last check of all files; nil before the first check.
        var written: Int?
        /// Files that could not be removed, and that this process doesn't read again. nil if there are too many of them; the process then
        /// reads no files.
        var refused: [String: FileSystem.Version]? = [:]
    }
    private static let refusedLimit = 1000
    private let state = Mutex(State())

    /// Returns nil for a URL that doesn't name a folder: one with another scheme, an empty path, or a path with a zero byte, at which C would
    /// end it.
    ///
    /// - Parameter limit: the maximum number of bytes in all files.
    init?(_ url: URL, limit: Int, heuristicFraction: Double) {
        guard url.isFileURL else { return nil }
        var path = url.absoluteURL.path(percentEncoded: false)
        guard !path.isEmpty, !path.utf8.contains(0) else { return nil }
        while path.utf8.count > 1, path.hasSuffix("/") { path.unicodeScalars.removeLast() }
        root = path
        folder = CacheFolder(path: "\(path)/\(CacheNames.folder())")
        self.limit = limit
        self.heuristicFraction = heuristicFraction
    }

    // MARK: Files

    /// Returns the most recent response that matches. Files that can't be read or are incomplete are removed.
    func find(_ resource: KeyDigest, _ owner: KeyDigest?, where matches: (StoredResponse) -> Bool) -> (StoredResponse, CacheFile)? {
        guard folder.isPrivate else { return nil }
        let prefix = CacheNames.prefix(resource, owner)
        var latest: (StoredResponse, CacheFile)?
        for name in folder.names(of: resource) where name.hasPrefix(prefix) {
            let path = "\(folder.subfolder(of: resource))/\(name)"
            guard let (stored, file) = read(path) else { continue }
            if matches(stored), latest?.0.isMoreRecent(than: stored) != true { latest = (stored, file) }
        }
        return latest
    }

    private func read(_ path: String) -> (StoredResponse, CacheFile)? {
        // The version is read before the file, because a file that replaces this one in the meantime has another version. A file that is
        // too large for this process may be within the limit of another process.
        guard let version = FileSystem.version(of: path), version.size <= limit, mayRead(path, version) else { return nil }
        guard let file = try? SmallFile(path, limit: limit), file.isPrivate,
            let stored = CacheFile.stored(in: file.bytes, heuristicFraction: heuristicFraction)
        else {
            remove(path)
            return nil
        }
        return (stored, CacheFile(path: path, version: version))
    }

    private func mayRead(_ path: String, _ version: FileSystem.Version) -> Bool {
        state.withLock { state in state.refused.map { $0[path] != version } ?? false }
    }

    enum Writing {
        case written(CacheFile)
        /// The folder can't be used, so no process uses it.
        case noFolder
        /// The stored response is more recent.
        case overtaken
        case failed
    }

    /// Writes a response, unless it is invalidated in the meantime, or a more recent one is stored. The file replaces any other stored
    /// response to the same requests.
    ///
    /// - Parameters:
    ///   - known: the stored response to the same requests in memory, which may be that of the file.
    ///   - isValid: whether the response hasn't been invalidated.
    func write(_ stored: StoredResponse, over known: MemoryCache.Entry? = nil, if isValid: () -> Bool) -> Writing {
        guard prepare() != nil else { return .noFolder }
        guard let contents = CacheFile.contents(of: stored), contents.count <= limit / 2 else { return .failed }
        let subfolder = folder.subfolder(of: stored.resource)
        guard FileSystem.makePrivateDirectory(subfolder) else { return .failed }
        let temporary = "\(subfolder)/\(CacheNames.newIncompleteFile())"
        let path = "\(subfolder)/\(CacheNames.file(of: stored))"
        do throws(FileWriter.Failure) {
            try FileWriter(temporary, .new).write(contents)
        } catch {
            FileSystem.removeFile(temporary)
            return .failed
        }
        let written = FileSystem.version(of: temporary)
        // An invalidation either comes before this, or removes the file or the subfolder.
        var isOvertaken = false
        let isMoved = FolderLock.exclusively(folder.path) {
            isOvertaken = self.stored(at: path, known)?.hasOvertaken(stored) == true
            return !isOvertaken && isValid() && FileSystem.moveUnsynchronized(temporary, to: path)
        }
        guard isMoved == true else {
            FileSystem.removeFile(temporary)
            return isOvertaken ? .overtaken : .failed
        }
        let version = FileSystem.version(of: path)
        removeOldVariants(of: stored)
        bound(afterWriting: contents.count)
        // Another process may have replaced the file since.
        guard let version, let written, version.isOfSameFile(as: written) else { return .failed }
        return .written(CacheFile(path: path, version: version))
    }

    /// The response in a file, which is read only if it isn't the one in memory.
    private func stored(at path: String, _ known: MemoryCache.Entry?) -> StoredResponse? {
        if let known, let file = known.file, FileSystem.version(of: path) == file.version { return known.stored }
        return read(path)?.0
    }

    func remove(_ stored: StoredResponse) {
        if folder.isPrivate { remove("\(folder.subfolder(of: stored.resource))/\(CacheNames.file(of: stored))") }
    }

    /// Removes the file of the same requests, unless its response has overtaken this one.
    func removeOlder(than stored: StoredResponse) {
        guard folder.isPrivate else { return }
        let path = "\(folder.subfolder(of: stored.resource))/\(CacheNames.file(of: stored))"
        func removeOlder() { if read(path)?.0.hasOvertaken(stored) != true { remove(path) } }
        if FolderLock.exclusively(folder.path, removeOlder) == nil { removeOlder() }
    }

    // MARK: Invalidations

    private var log: InvalidationLog { InvalidationLog(path: "\(folder.path)/\(CacheNames.invalidations)") }

    /// The end of the log; nil if the folder can't be used, or has been emptied.
    var lastInvalidation: InvalidationLog.Place? { folder.isPrivate ? log.end : nil }

    /// - Parameter resource: nil for all resources.
    func noteInvalidation(of resource: KeyDigest?) {
        guard folder.isPrivate else { return }
        // Without the lock, an entry is lost if another process is just restarting the log. Waiting for a process that never releases the
        // lock would be worse.
        if FolderLock.exclusively(folder.path, { log.note(resource) }) == nil { log.note(resource) }
    }

    /// Whether no process has invalidated the resource since the log ended at `start`.
    func allowsStoring(_ resource: KeyDigest, since start: InvalidationLog.Place?) -> Bool {
        let end = lastInvalidation
        return end == start || log.isSilent(about: resource, from: start, to: end)
    }

    /// Removes all responses of a resource.
    func removeAll(of resource: KeyDigest) {
        guard folder.isPrivate else { return }
        let subfolder = folder.subfolder(of: resource)
        let removal: Void? = FolderLock.exclusively(folder.path) {
            for name in folder.names(of: resource) { remove("\(subfolder)/\(name)") }
        }
        if removal == nil { removeWithoutLock(subfolder) }
    }

    /// Removes all files except the log of invalidations. A look-up that has found a file meanwhile must not store its response again, so
    /// the removal ends with an invalidation of its own.
    func removeAll() {
        let removal: Void? = FolderLock.exclusively(folder.path) {
            clear(folder, keepsLog: true)
            if folder.isPrivate { log.note(nil) }
        }
        if removal == nil, FileSystem.isOwnDirectory(folder.path) {
            for subfolder in folder.subfolders { removeWithoutLock(subfolder) }
            noteInvalidation(of: nil)
        }
        state.withLock { $0.written = nil }
    }

    /// Removes a subfolder while another process holds the lock, perhaps in order to move a file into that subfolder. Renaming the subfolder
    /// first makes that move fail.
    private func removeWithoutLock(_ subfolder: String) {
        let renamed = "\(folder.path)/\(CacheNames.newIncompleteFile())"
        removeFiles(in: FileSystem.moveUnsynchronized(subfolder, to: renamed) ? renamed : subfolder)
    }

    private func removeFiles(in subfolder: String) {
        for path in CacheFolder.files(in: subfolder) { remove(path) }
        FileSystem.removeDirectory(subfolder)
    }

    /// Removes a file. If that isn't possible, for example because the folder is read-only, this process doesn't read it again.
    private func remove(_ path: String) {
        guard !FileSystem.removeFile(path), let version = FileSystem.version(of: path) else { return }
        state.withLock { state in
            state.refused?[path] = version
            if state.refused?.count ?? 0 > Self.refusedLimit { state.refused = nil }
        }
    }

    /// Removes the cache's files from the folder of a version, and then the folders that are empty.
    private func clear(_ folder: CacheFolder, keepsLog: Bool = false) {
        // Other users may have read access to the folder. But if they could write to it, a link might lead elsewhere.
        guard FileSystem.isOwnDirectory(folder.path) else { return }
        for subfolder in folder.subfolders { removeFiles(in: subfolder) }
        if keepsLog { return }
        remove("\(folder.path)/\(CacheNames.invalidations)")
        FileSystem.removeDirectory(folder.path)
    }

    /// Records that a file was used, at most once in ten minutes. Other processes then reread the file.
    func noteUse(of file: CacheFile) -> CacheFile {
        let now = Date()
        guard now.timeIntervalSince1970 - Double(file.version.seconds) > 600 else { return file }
        try? FileManager.default.setAttributes([.modificationDate: now], ofItemAtPath: file.path)
        return FileSystem.version(of: file.path).map { CacheFile(path: file.path, version: $0) } ?? file
    }

    /// The number of files and their total size in bytes, even for a folder that isn't used because other users may read it.
    var usage: (count: Int, bytes: Int) {
        let all = FileSystem.isOwnDirectory(folder.path) ? allFiles() : []
        return (all.count, Self.bytes(of: all))
    }

    /// The total size of files in bytes, or at most `Int.max`, because a sparse file may have any size.
    private static func bytes(of files: [CacheFile]) -> Int { files.reduce(0) { $0.addingSaturated(Int($1.version.size)) } }

    // MARK: The folder

    /// Why nothing can be stored, as a sentence without a full stop; nil if storing works.
    var problem: String? { folder.problem }

    /// Creates the folder if necessary. Returns the end of the log; nil if the folder can't be used.
    func prepare() -> InvalidationLog.Place? {
        if let last = lastInvalidation, state.withLock({ $0.isPrepared }) { return last }
        try? FileManager.default.createDirectory(
            atPath: root, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard FileSystem.makePrivateDirectory(folder.path) else { return nil }
        for name in CacheFolder.contents(of: root) {
            if let version = CacheNames.version(ofFolder: name), version < CacheNames.version {
                clear(CacheFolder(path: "\(root)/\(name)"))
            }
        }
        if lastInvalidation == nil { noteInvalidation(of: nil) }
        // Without the log, changes by other processes couldn't be noticed.
        guard let last = lastInvalidation else { return nil }
        state.withLock { $0.isPrepared = true }
        return last
    }

    private func removeOldVariants(of stored: StoredResponse) {
        let names = folder.names(of: stored.resource)
        let prefix = CacheNames.prefix(stored.resource, stored.owner)
        let subfolder = folder.subfolder(of: stored.resource)
        keepLatest(MemoryCache.variantLimit, of: names.filter { $0.hasPrefix(prefix) }, in: subfolder)
        keepLatest(MemoryCache.resourceLimit, of: names, in: subfolder)
    }

    private func keepLatest(_ count: Int, of names: [String], in subfolder: String) {
        guard names.count > count else { return }
        let oldest = names.map { "\(subfolder)/\($0)" }.compactMap { path in FileSystem.version(of: path).map { (path, $0) } }
            .sorted { $0.1.isOlder(than: $1.1) }
        for (path, _) in oldest.dropLast(count) { remove(path) }
    }

    private func bound(afterWriting count: Int) {
        let isDue = state.withLock { state in
            let written = (state.written ?? limit).addingSaturated(count)
            state.written = written > limit / 16 ? 0 : written
            return written > limit / 16
        }
        if isDue { evict() }
    }

    /// If the files exceed seven eighths of the limit, removes the least recently used ones until they use at most three quarters.
    private func evict() {
        let all = allFiles()
        var bytes = Self.bytes(of: all)
        guard bytes > limit - limit / 8 else { return }
        for file in all.sorted(by: { $0.version.isOlder(than: $1.version) }) {
            if bytes <= limit - limit / 4 { return }
            remove(file.path)
            bytes -= Int(file.version.size)
        }
    }

    /// All files. Removes the temporary files of processes that have ended.
    private func allFiles() -> [CacheFile] {
        folder.subfolders.flatMap(CacheFolder.files).compactMap { path in
            let name = path[(path.lastIndex(of: "/") ?? path.startIndex)...].trimmingPrefix("/")
            if let process = CacheNames.process(ofIncompleteFile: String(name)), !FileSystem.isRunning(process) {
                remove(path)
                return nil
            }
            return FileSystem.version(of: path).map { CacheFile(path: path, version: $0) }
        }
    }
}

extension Int {
    /// The sum of two nonnegative numbers, or `Int.max` if it would overflow.
    fileprivate func addingSaturated(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? .max : sum
    }
}
