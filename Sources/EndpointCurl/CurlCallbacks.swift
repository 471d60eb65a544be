#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    /// The callbacks that libcurl makes while it works on a handle. Each of them forwards to the transfer that the handle serves.
    enum CurlCallbacks {
        /// Doesn't retain the handle or the sockets, which must exist until the options are unset.
        static func set(on handle: CurlHandle, sockets: OpaquePointer, sends: Bool, mayShare: Bool) {
            let context = Unmanaged.passUnretained(handle).toOpaque()
            handle.set(EK_CURLOPT_PRIVATE, context)
            setConnecting(handle, context, sockets)
            setReceiving(handle, context)
            if mayShare, CurlVersion.loaded.saysWhyStreamsEnd { setNews(handle, context) }
            if sends { setSending(handle, context) }
        }

        private static func setConnecting(_ handle: CurlHandle, _ context: UnsafeMutableRawPointer, _ sockets: OpaquePointer) {
            handle.set(EK_CURLOPT_OPENSOCKETDATA, context)
            handle.check(
                EK_CURLOPT_OPENSOCKETFUNCTION,
                ek_easy_set_open_socket(handle.easy) { context, _, address in
                    CurlTransfer.of(context)?.openSocket(address) ?? Int32(EK_CURL_SOCKET_BAD)
                })
            handle.check(EK_CURLOPT_CLOSESOCKETFUNCTION, ek_easy_set_close_socket(handle.easy, sockets))
            if CurlVersion.loaded.asksBeforeRequests {
                handle.set(EK_CURLOPT_PREREQDATA, context)
                handle.check(
                    EK_CURLOPT_PREREQFUNCTION,
                    ek_easy_set_before_request(handle.easy) { context, _, _, _, _ in
                        CurlTransfer.of(context)?.begin() == true ? 0 : 1
                    })
            }
            handle.set(EK_CURLOPT_RESOLVER_START_DATA, context)
            handle.check(
                EK_CURLOPT_RESOLVER_START_FUNCTION,
                ek_easy_set_look_up(handle.easy) { _, _, context in CurlTransfer.of(context)?.beginLookUp() == false ? 1 : 0 })
        }

        private static func setReceiving(_ handle: CurlHandle, _ context: UnsafeMutableRawPointer) {
            handle.set(EK_CURLOPT_HEADERDATA, context)
            handle.set(EK_CURLOPT_WRITEDATA, context)
            handle.set(EK_CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                CurlTransfer.of(context)?.receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
            }
            handle.set(EK_CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                CurlTransfer.of(context)?.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count)) ?? 0
            }
        }

        private static func setNews(_ handle: CurlHandle, _ context: UnsafeMutableRawPointer) {
            handle.set(EK_CURLOPT_VERBOSE, 1)
            handle.set(EK_CURLOPT_DEBUGDATA, context)
            handle.check(
                EK_CURLOPT_DEBUGFUNCTION,
                ek_easy_set_debug(handle.easy) { _, kind, text, size, context in
                    var number: UInt32 = 0
                    let news = ek_connection_news(kind, text, size, &number)
                    if news != EK_NO_NEWS { CurlTransfer.of(context)?.note(news, number: number) }
                    return 0
                })
        }

        private static func setSending(_ handle: CurlHandle, _ context: UnsafeMutableRawPointer) {
            handle.set(EK_CURLOPT_READDATA, context)
            handle.set(EK_CURLOPT_SEEKDATA, context)
            handle.set(EK_CURLOPT_READFUNCTION) { bytes, size, count, context in
                CurlTransfer.of(context)?.provideBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
                    ?? EK_CURL_READFUNC_ABORT
            }
            let code = ek_easy_set_seek(handle.easy) { context, _, _ in CurlTransfer.of(context)?.mayRewind() == true ? 0 : 1 }
            handle.check(EK_CURLOPT_SEEKFUNCTION, code)
        }
    }

    extension CurlTransfer {
        /// The transfer of the handle in a callback's context; nil if the handle serves none.
        static func of(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
            context.flatMap { Unmanaged<CurlHandle>.fromOpaque($0)._withUnsafeGuaranteedRef { $0.transfer } }
        }
    }
#endif
