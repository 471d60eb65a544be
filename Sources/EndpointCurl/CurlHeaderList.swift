#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    /// The header lines of a request as libcurl's list, with the nodes and the text in one allocation.
    final class CurlHeaderList {
        /// The first node; nil for an empty list.
        let first: UnsafeMutableRawPointer?

        init(_ request: borrowing HTTPRequest) {
            let added = Self.addition(to: request)
            // libcurl writes its own Content-Length. A caller's value that passed validation is the same.
            first =
                if request.headers.contains("Content-Length") {
                    Self.list(request.headers.fields.filter { !$0.name.equalsIgnoringASCIICase("Content-Length") }, added)
                } else {
                    Self.list(request.headers.fields, added)
                }
        }

        private static func list(_ fields: [HTTPHeaders.Field], _ added: StaticString?) -> UnsafeMutableRawPointer? {
            // Works in place, because each copy of a field would be retained.
            fields.withUnsafeBufferPointer { fields in
                let count = fields.count + (added == nil ? 0 : 1)
                if count == 0 { return nil }
                var textSize = added?.utf8CodeUnitCount ?? 0
                for index in fields.indices { textSize += fields[index].name.utf8.count + fields[index].value.utf8.count + 2 }
                let nodesSize = count * MemoryLayout<EKCurlList>.stride
                let memory = UnsafeMutableRawPointer.allocate(
                    byteCount: nodesSize + textSize + count, alignment: MemoryLayout<EKCurlList>.alignment)
                let nodes = memory.bindMemory(to: EKCurlList.self, capacity: count)
                let text = (memory + nodesSize).bindMemory(to: UInt8.self, capacity: textSize + count)
                var writer = ByteWriter(buffer: UnsafeMutableBufferPointer(start: text, count: textSize + count))
                for index in 0..<count {
                    let line = UnsafeRawPointer(text + writer.count).assumingMemoryBound(to: CChar.self)
                    nodes[index] = EKCurlList(line: line, next: index + 1 < count ? nodes + index + 1 : nil)
                    if index < fields.count {
                        writer.append(fields[index].name)
                        // "Name;" is a field without a value. "Name:" and spaces would remove libcurl's own field with that name.
                        if fields[index].value.isBlank {
                            writer.append(UInt8(ascii: ";"))
                        } else {
                            writer.append(UInt8(ascii: ":"))
                            writer.append(UInt8(ascii: " "))
                            writer.append(fields[index].value)
                        }
                    } else if let added {
                        writer.append(UnsafeBufferPointer(start: added.utf8Start, count: added.utf8CodeUnitCount))
                    }
                    writer.append(0)
                }
                return memory
            }
        }

        private static func addition(to request: borrowing HTTPRequest) -> StaticString? {
            // An empty Expect keeps libcurl from sending "100-continue" before a large body.
            if request.body != nil, request.method != .head { return request.headers.contains("Expect") ? nil : "Expect:" }
            return request.lacksExpectedBody ? "Content-Length: 0" : nil
        }

        deinit { first?.deallocate() }
    }
#endif
