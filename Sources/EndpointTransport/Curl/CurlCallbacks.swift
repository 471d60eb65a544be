#if canImport(CurlShim)
    internal import CurlShim

    /// The callbacks that libcurl makes while it works on a handle. Each finds its transfer by the context pointer, and forwards to it.
    enum CurlCallbacks {
        /// Doesn't retain the transfer and the sockets: they must live until the handle is reset or destroyed.
        static func set(on handle: CurlHandle, for transfer: CurlTransfer, sockets: OpaquePointer) {
            let context = Unmanaged.passUnretained(transfer).toOpaque()
            handle.set(EK_CURLOPT_PRIVATE, context)
            setConnecting(handle, context, sockets)
            setReceiving(handle, context)
            if transfer.request.body != nil { setSending(handle, context) }
        }

        private static func setConnecting(_ handle: CurlHandle, _ context: UnsafeMutableRawPointer, _ sockets: OpaquePointer) {
            handle.set(EK_CURLOPT_OPENSOCKETDATA, context)
            handle.check(
                EK_CURLOPT_OPENSOCKETFUNCTION,
                ek_easy_set_open_socket(handle.easy) { context, _, address in CurlTransfer.from(context).openSocket(address) })
            handle.check(EK_CURLOPT_CLOSESOCKETFUNCTION, ek_easy_set_close_socket(handle.easy, sockets))
            if CurlVersion.loaded.asksBeforeRequests {
                handle.set(EK_CURLOPT_PREREQDATA, context)
                handle.check(
                    EK_CURLOPT_PREREQFUNCTION,
                    ek_easy_set_before_request(handle.easy) { context, _, _, _, port in
                        CurlTransfer.from(context).begin(localPort: port) ? 0 : 1
                    })
            }
            if !CurlVersion.loaded.abandonsLookUps {
                handle.set(EK_CURLOPT_RESOLVER_START_DATA, context)
                handle.check(
                    EK_CURLOPT_RESOLVER_START_FUNCTION,
                    ek_easy_set_look_up(handle.easy) { _, _, context in
                        CurlTransfer.from(context).beginLookUp()
                        return 0
                    })
            }
        }

        private static func setReceiving(_ handle: CurlHandle, _ context: UnsafeMutableRawPointer) {
            handle.set(EK_CURLOPT_HEADERDATA, context)
            handle.set(EK_CURLOPT_WRITEDATA, context)
            handle.set(EK_CURLOPT_HEADERFUNCTION) { bytes, size, count, context in
                CurlTransfer.from(context).receiveHeader(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
            handle.set(EK_CURLOPT_WRITEFUNCTION) { bytes, size, count, context in
                CurlTransfer.from(context).receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
            }
        }

        private static func setSending(_ handle: CurlHandle, _ context: UnsafeMutableRawPointer) {
            handle.set(EK_CURLOPT_READDATA, context)
            handle.set(EK_CURLOPT_SEEKDATA, context)
            handle.set(EK_CURLOPT_READFUNCTION) { bytes, size, count, context in
                CurlTransfer.from(context).provideBody(UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
            }
            let code = ek_easy_set_seek(handle.easy) { context, _, _ in CurlTransfer.from(context).mayRewind() ? 0 : 1 }
            handle.check(EK_CURLOPT_SEEKFUNCTION, code)
        }
    }

    extension CurlTransfer {
        fileprivate static func from(_ context: UnsafeMutableRawPointer?) -> CurlTransfer {
            Unmanaged.fromOpaque(context.unsafelyUnwrapped).takeUnretainedValue()
        }
    }
#endif
