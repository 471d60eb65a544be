#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    /// What libcurl sends: the request's body.
    extension CurlTransfer {
        func provideBody(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
            if isAbandoned { return EK_CURL_READFUNC_ABORT }
            progress.parts += 1
            if let upload {
                switch upload.take(buffer) {
                case .bytes(let count): return count
                case .end: return 0
                case .nothingYet:
                    pauses.insert(.sending)
                    return EK_CURL_FUNC_PAUSE
                case .failed(let error):
                    failure = error
                    return EK_CURL_READFUNC_ABORT
                }
            }
            guard case .data(let data)? = request.body?.content else {
                failure = APIError.impossible("libcurl asked for the body of a request that has none")
                return EK_CURL_READFUNC_ABORT
            }
            let count = data.dropFirst(sentBytes).copyBytes(to: buffer)
            sentBytes += count
            return count
        }
    }
#endif
