extension APIClient {
    /// Downloads to a file, in bounded memory: the policies' body limit doesn't apply. What is at `file` is replaced in one step when the
    /// whole body is there, and stays as it is otherwise. The file is its owner's to read and write, and no one else's.
    ///
    /// With `resuming`, what came of a download that breaks off is kept beside `file` in the directory `.name.partial`, where the server says
    /// that it can send the rest: the next such call for the same URL and file asks for that only, also after the process was killed. Nothing is
    /// kept otherwise, but what a process that is killed can't take away.
    ///
    /// Throws an ``APIError`` of code `file` where the file can't be written; if that is known beforehand, nothing is sent.
    public final func download(_ endpoint: some Endpoint, to file: URL, resuming: Bool = false) -> Call<URL> {
        var plan = CallPlan(endpoint, accept: "*/*")
        plan.destination = .file(BodyDestination.File(file, isResuming: resuming))
        plan.edit = { request in
            // A part of a compressed body can't be undone by itself.
            if resuming, !request.headers.contains("Accept-Encoding") { request.headers.append("Accept-Encoding", "identity") }
        }
        return Call(core, plan) { answer, _ in
            if case .file(let download) = answer.content {
                try download.moveToDestination()
            } else {
                // A decision answers with a response of its own.
                let download = try DownloadFile(for: DownloadDestination(file), resuming: nil)
                try download.write(answer.response.body)
                try download.moveToDestination()
            }
            return file
        }
    }
}
