#if canImport(CurlShim)
    internal import CurlShim

    /// The header lines of one request in the form libcurl reads, nodes and text in one piece of memory.
    final class CurlHeaderList {
        /// nil for an empty list.
        let first: UnsafeMutableRawPointer?

        init(_ request: HTTPRequest) {
            var headers = request.headers
            // One that validation let through says what libcurl says by itself.
            if headers.contains("Content-Length") { headers["Content-Length"] = nil }
            let added = Self.addition(to: request)
            let count = headers.count + (added == nil ? 0 : 1)
            let textSize = headers.fields.reduce(added?.utf8CodeUnitCount ?? 0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 2 }
            guard count > 0 else {
                first = nil
                return
            }
            let nodesSize = count * MemoryLayout<EKCurlList>.stride
            let memory = UnsafeMutableRawPointer.allocate(
                byteCount: nodesSize + textSize + count, alignment: MemoryLayout<EKCurlList>.alignment)
            first = memory
            let nodes = memory.bindMemory(to: EKCurlList.self, capacity: count)
            let text = (memory + nodesSize).bindMemory(to: UInt8.self, capacity: textSize + count)
            var writer = ByteWriter(buffer: UnsafeMutableBufferPointer(start: text, count: textSize + count))
            for index in 0..<count {
                let line = UnsafeRawPointer(text + writer.count).assumingMemoryBound(to: CChar.self)
                nodes[index] = EKCurlList(line: line, next: index + 1 < count ? nodes + index + 1 : nil)
                if index < headers.count {
                    writer.append(headers[index].name)
                    // "Name;" is a field without a value: "Name:" and spaces would take away libcurl's own field of that name.
                    if headers[index].value.isBlank {
                        writer.append(UInt8(ascii: ";"))
                    } else {
                        writer.append(UInt8(ascii: ":"))
                        writer.append(UInt8(ascii: " "))
                        writer.append(headers[index].value)
                    }
                } else if let added {
                    writer.append(UnsafeBufferPointer(start: added.utf8Start, count: added.utf8CodeUnitCount))
                }
                writer.append(0)
            }
        }

        private static func addition(to request: HTTPRequest) -> StaticString? {
            // libcurl asks a server's leave before a large body unless it is told not to.
            if request.body != nil, request.method != .head { return request.headers.contains("Expect") ? nil : "Expect:" }
            return request.lacksExpectedBody ? "Content-Length: 0" : nil
        }

        deinit { first?.deallocate() }
    }
#endif
