extension APIClient {
    /// Downloads to a file, in bounded memory: the policies' body limit doesn't apply. An existing file stays as it is until the
    /// complete body replaces it in one step. Only the owner can read and write a new file; one that is replaced passes its permissions on.
    ///
    /// With `resuming`, the bytes of a download that breaks off are kept beside `file`, in the directory `.name.partial`, if the server
    /// says that it can send the rest. The next such call for the same URL and file requests only the rest, even after the process was
    /// killed. Otherwise the bytes are deleted, except those of a process that is killed.
    ///
    /// Throws an ``APIError`` of code `file` if the file can't be written. No request is sent if that is known beforehand.
    ///
    /// - Parameters:
    ///   - endpoint: what to download.
    ///   - file: the path of the file, whose directory must exist. A symbolic link is followed; a device, a pipe or a socket is an error.
    ///   - resuming: whether to keep the bytes of a download that breaks off. False by default.
    public final func download(_ endpoint: some Endpoint, to file: URL, resuming: Bool = false) -> Call<URL> {
        var plan = CallPlan(endpoint, accept: "*/*")
        plan.destination = .file(BodyDestination.File(file, isResuming: resuming))
        plan.edit = { request in
            // A part of a compressed body can't be decompressed by itself.
            if resuming, !request.headers.contains("Accept-Encoding") { request.headers.append("Accept-Encoding", "identity") }
        }
        return Call(core, plan) { answer, _ in
            if case .file(let download) = answer.content {
                try download.moveToDestination()
            } else {
                // A decision replaced the response by one with a body of its own.
                let download = try DownloadFile(for: DownloadDestination(file), resuming: nil)
                try download.write(answer.response.body)
                try download.moveToDestination()
            }
            return file
        }
    }
}
