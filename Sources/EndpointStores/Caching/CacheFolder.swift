/// The folder for one version of a cache's files. It determines the files' paths, and which files belong to the cache.
struct CacheFolder: Sendable {
    let path: String

    /// Whether the folder exists and only this user has access to it.
    var isPrivate: Bool {
        if case .directory(isPrivate: true)? = FileSystem.kind(of: path, followingLinks: false) { true } else { false }
    }

    /// The folder of a resource's files.
    func subfolder(of resource: KeyDigest) -> String { "\(path)/\(CacheNames.subfolder(of: resource))" }

    /// The names of a resource's files.
    func names(of resource: KeyDigest) -> [String] {
        let prefix = "\(resource)."
        return Self.contents(of: subfolder(of: resource)).filter { $0.hasPrefix(prefix) && CacheNames.isFile($0) }
    }

    static func contents(of path: String) -> [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

    /// The paths of this user's subfolders, including renamed ones that a process left behind.
    var subfolders: [String] {
        Self.contents(of: path).filter { CacheNames.isSubfolder($0) || CacheNames.process(ofIncompleteFile: $0) != nil }
            .map { "\(path)/\($0)" }.filter(FileSystem.isOwnDirectory)
    }

    /// The paths of the regular files in a subfolder that are named like a cache's files, including incomplete ones.
    static func files(in subfolder: String) -> [String] {
        contents(of: subfolder).filter { CacheNames.isFile($0) || CacheNames.process(ofIncompleteFile: $0) != nil }
            .map { "\(subfolder)/\($0)" }
            .filter { if case .file? = FileSystem.kind(of: $0, followingLinks: false) { true } else { false } }
    }

    /// Why nothing can be stored in the folder, as a sentence without a full stop; nil if storing works. A file is written and removed,
    /// because nothing else detects a full disk.
    var problem: String? {
        // The nearest existing parent folder, in which the missing folders would be created.
        var place = path
        while place != "/", place != ".", FileSystem.isAbsent(place) { place = FileSystem.folder(of: place) }
        switch FileSystem.kind(of: place, followingLinks: place != path) {
        case .directory(let isPrivate)?:
            if place == path, !isPrivate { return "\(path) isn't private: only its owner may have access to it" }
        case .some: return "\(place) isn't a folder"
        case nil: return "\(place) can't be used: \(FileSystem.reason)"
        }
        let file = "\(place)/\(CacheNames.newIncompleteFile())"
        defer { FileSystem.removeFile(file) }
        do throws(FileWriter.Failure) { try FileWriter(file, .new).write(Data(count: 4096)) } catch {
            return "\(place) can't be written: \(error.reason)"
        }
        return place == path && FolderLock.exclusively(path, {}) == nil ? "\(path) is kept locked by another process" : nil
    }
}
