#if os(Linux)
    internal import EndpointHTTP

    /// The header fields of a response as bytes, in one block of memory.
    struct ReceivedFields: ~Copyable {
        // For each field, the sizes of its name and value, then the name and the value.
        private var bytes = GrowingBuffer()
        private var count = 0

        private typealias Sizes = (name: Int32, value: Int32)
        // Used instead of the size of a name if the value continues the previous field's value.
        private static let continuation: Int32 = -1

        /// Adds a field. If the name is nil, the value continues that of the last field. Returns false if there is no memory.
        mutating func append(_ name: UnsafeRawBufferPointer?, _ value: UnsafeRawBufferPointer) -> Bool {
            var sizes = Sizes(name.map { Int32($0.count) } ?? Self.continuation, Int32(value.count))
            count += 1
            bytes.reserve(512)
            return withUnsafeBytes(of: &sizes) { bytes.append($0) } && (name.map { bytes.append($0) } ?? true) && bytes.append(value)
        }

        mutating func removeAll() {
            bytes.removeAll()
            count = 0
        }

        /// All text is read as UTF-8, or otherwise as Latin-1, in which any bytes are valid (RFC 9110, section 5.5). In an address, bytes
        /// that aren't UTF-8 are percent-encoded here, because as letters they would become two bytes each.
        var headers: HTTPHeaders {
            var headers = HTTPHeaders()
            headers.fields.reserveCapacity(count)
            bytes.withBytes { bytes in
                var start = 0
                func text(_ size: Int32, isAddress: Bool = false) -> String {
                    defer { start += Int(size) }
                    return UnsafeRawBufferPointer(rebasing: bytes[start..<(start + Int(size))]).fieldText(isAddress: isAddress)
                }
                while start < bytes.count {
                    let sizes = bytes.loadUnaligned(fromByteOffset: start, as: Sizes.self)
                    start += MemoryLayout<Sizes>.size
                    let name = sizes.name == Self.continuation ? nil : text(sizes.name)
                    let value = text(sizes.value, isAddress: (name ?? headers.fields.last?.name)?.namesAddress == true)
                    if let name {
                        headers.append(name, value)
                    } else if let last = headers.fields.indices.last {
                        // Leading and trailing white space isn't part of a value.
                        let isPartEmpty = value.isEmpty || headers.fields[last].value.isEmpty
                        headers.fields[last].value += isPartEmpty ? value : " " + value
                    }
                }
            }
            return headers
        }
    }

    extension String {
        fileprivate var namesAddress: Bool {
            ["Location", "Link", "Content-Location"].contains { $0.equalsIgnoringASCIICase(self) }
        }
    }

    extension UnsafeRawBufferPointer {
        fileprivate func fieldText(isAddress: Bool) -> String {
            // Nearly all text is ASCII, for which the loop is faster than validation.
            if isASCII { return String(decoding: self, as: UTF8.self) }
            if let text = String(validating: self, as: UTF8.self) { return text }
            if isAddress { return map { $0 < 0x80 ? String(UnicodeScalar($0)) : PercentEncoding.escaped($0) }.joined() }
            return String(String.UnicodeScalarView(map { UnicodeScalar($0) }))
        }

        private var isASCII: Bool {
            var index = 0
            while index + 8 <= count {
                if loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
                index += 8
            }
            while index < count {
                if self[index] >= 0x80 { return false }
                index += 1
            }
            return true
        }
    }
#endif
