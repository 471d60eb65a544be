#if canImport(CurlShim)
    internal import CurlShim

    /// The header lines of one request as libcurl's list, with nodes and text in one allocation.
    final class CurlHeaderList {
        /// The first node; nil for an empty list.
        let first: UnsafeMutableRawPointer?

        init(_ request: HTTPRequest) {
            var headers = request.headers
            // libcurl writes its own; one that passed validation is equal to it.
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
                    // "Name;" is a field without a value; "Name:" and spaces would remove libcurl's own field of that name.
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
            // An empty Expect stops libcurl from sending "100-continue" before a large body.
            if request.body != nil, request.method != .head { return request.headers.contains("Expect") ? nil : "Expect:" }
            return request.lacksExpectedBody ? "Content-Length: 0" : nil
        }

        deinit { first?.deallocate() }
    }
#endif
