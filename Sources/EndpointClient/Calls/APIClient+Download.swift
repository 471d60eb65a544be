extension APIClient {
    /// Downloads to a file, using bounded memory: the policies' body limit doesn't apply. An existing file stays unchanged until the
    /// complete body replaces it atomically. Only its owner can read and write a new file; a replacement keeps the permissions of the old
    /// file.
    ///
    /// With `resuming`, the bytes of an interrupted download are kept next to `file`, in the directory `.name.partial`, if the server
    /// indicates that it can send the rest. The next such call for the same URL, file and user requests only the rest, even if the process
    /// was killed. As in a cache, the user is the ``Authentication/identity`` together with cookies and other credentials in the request;
    /// without an identity, an authenticated download isn't resumed, not even by a retry. In all other cases the bytes are deleted, unless
    /// the process is killed first.
    ///
    /// Throws an ``APIError`` of code `file` if the file can't be written. If this is known beforehand, no request is sent.
    ///
    /// - Parameters:
    ///   - endpoint: the resource to download.
    ///   - file: the path of the file, whose directory must exist. A symbolic link is followed; a device, a pipe or a socket is an error.
    ///   - resuming: whether to keep the bytes of an interrupted download. False by default.
    public final func download(_ endpoint: some Endpoint, to file: URL, resuming: Bool = false) -> Call<URL> {
        download(endpoint, file, resuming: resuming) { _ in file }
    }

    /// Downloads to a new file in a folder, like ``download(_:to:resuming:)``. The value is the file's URL. The file's name is
    /// ``HTTPResponse/suggestedFilename``, or `download` if the service suggests none. No existing file is replaced: if the name is taken,
    /// the new file is named `film 2.mp4`.
    public final func download(_ endpoint: some Endpoint, into folder: URL) -> Call<URL> {
        // The file is in the same folder, so that renaming it is atomic.
        let unnamed = folder.appending(path: ".\(UUID().uuidString).download", directoryHint: .notDirectory)
        return download(endpoint, unnamed, resuming: false) { response in
            do throws(FileWriter.Failure) {
                return try Self.rename(unnamed, to: response.suggestedFilename ?? "download", in: folder)
            } catch {
                FileSystem.removeFile(unnamed.path(percentEncoded: false))
                throw APIError(.file, "The download can't be named: \(error.reason).")
            }
        }
    }

    private static func rename(_ file: URL, to name: String, in folder: URL) throws(FileWriter.Failure) -> URL {
        for number in 1...namesakeLimit {
            let target = folder.appending(path: Self.name(name, number: number), directoryHint: .notDirectory)
            let path = target.path(percentEncoded: false)
            if FileSystem.kind(of: path, followingLinks: false) != nil { continue }
            do throws(FileWriter.Failure) {
                // Another process may take the name at the same time; an empty file reserves it.
                _ = try FileWriter(path, .new)
            } catch {
                if FileSystem.kind(of: path, followingLinks: false) != nil { continue }
                throw error
            }
            if FileSystem.move(file.path(percentEncoded: false), to: path) { return target }
            let reason = FileSystem.reason
            FileSystem.removeFile(path)
            throw FileWriter.Failure(reason: reason)
        }
        throw FileWriter.Failure(reason: "the folder has \(namesakeLimit) files of that name")
    }

    private static let namesakeLimit = 1000

    /// Returns a name such as `film 2.mp4`, of at most 255 bytes, the limit of most file systems.
    private static func name(_ name: String, number: Int) -> String {
        if number == 1 { return name }
        var dot = name.lastIndex(of: ".") ?? name.startIndex
        // `.tar.gz` is a single file type.
        if name[..<dot].lowercased().hasSuffix(".tar") { dot = name.utf8.index(dot, offsetBy: -4) }
        // A long extension is part of the name, not a file type.
        let isTyped = dot > name.startIndex && name[dot...].utf8.count <= 16
        let ending = " \(number)\(isTyped ? name[dot...] : "")"
        var stem = isTyped ? name[..<dot] : name[...]
        while stem.utf8.count + ending.utf8.count > 255 { stem.removeLast() }
        return stem + ending
    }

    private func download(
        _ endpoint: some Endpoint, _ file: URL, resuming: Bool, naming: @escaping @Sendable (HTTPResponse) throws -> URL
    ) -> Call<URL> {
        var plan = CallPlan(endpoint, accept: "*/*")
        plan.destination = .file(BodyDestination.File(file, isResuming: resuming))
        plan.edit = { request in
            // Part of a compressed body can't be decompressed on its own.
            if resuming, !request.headers.contains("Accept-Encoding") { request.headers.append("Accept-Encoding", "identity") }
        }
        return Call(core, plan) { answer, _ in
            try answer.value { response in
                if case .part? = answer.content { throw APIError.partialContent(response) }
                if case .file(let download) = answer.content {
                    try download.moveToDestination()
                } else {
                    // A decision replaced the response with one that brings its own body.
                    let download = try DownloadFile(for: DownloadDestination(file), resuming: nil)
                    try download.write(response.body)
                    try download.moveToDestination()
                }
                return try naming(response)
            }
        }
    }
}
