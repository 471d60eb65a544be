/// The length of a response's body according to its head (RFC 9112, section 6.3). No other code derives the length from header fields.
package enum BodyLength: Equatable {
    /// There is no body, whatever the fields say.
    case none
    case bytes(Int)
    /// The last chunk ends the body.
    case chunks
    /// The body ends with the connection, or in HTTP/2 with the stream.
    case untilEnd

    /// A 205 isn't treated like a 204. It should have no content (RFC 9110, section 15.3.6), but if its fields announce a body and that
    /// body were ignored, it would be read as the next response.
    package init(of status: HTTPStatus, to method: HTTPMethod, isChunked: Bool, contentLength: Int?) {
        if method == .head || status == .noContent || status == .notModified {
            self = .none
        } else if isChunked {
            // Chunks take precedence over a length.
            self = .chunks
        } else {
            self = contentLength.map(BodyLength.bytes) ?? .untilEnd
        }
    }

    /// The length according to a head from any transport. An invalid Content-Length counts as missing; the engines reject it themselves.
    package init(of status: HTTPStatus, to method: HTTPMethod, _ headers: HTTPHeaders) {
        var length = ContentLength()
        let isValid = (try? headers.values(for: "Content-Length").forEach { try length.add($0) }) != nil
        self.init(
            of: status, to: method, isChunked: headers.contains("Transfer-Encoding"), contentLength: isValid ? length.value : nil)
    }
}

/// The values of a message's Content-Length fields.
package struct ContentLength {
    package private(set) var value: Int?

    package init() {}

    package struct Invalid: Error {
        package let description: String
    }

    /// Adds a field's value. Repeated equal lengths are valid; lengths that differ or aren't numbers are an error (RFC 9112, section 6.3).
    package mutating func add(_ list: UnsafeRawBufferPointer) throws(Invalid) {
        var start = 0
        repeat {
            let comma = list.index(of: UInt8(ascii: ","), from: start)
            // The elements of the list may have spaces around them.
            guard let length = UnsafeRawBufferPointer(rebasing: list[start..<comma]).trimmed.number else {
                throw Invalid(description: "its Content-Length is not a number of up to 63 bits")
            }
            if let value, value != length { throw Invalid(description: "it has Content-Length values that differ") }
            value = length
            start = comma + 1
        } while start <= list.count
    }

    package mutating func add(_ list: String) throws(Invalid) {
        var list = list
        let result = list.withUTF8 { bytes in
            var length = self
            return Result { () throws(Invalid) in
                try length.add(UnsafeRawBufferPointer(bytes))
                return length
            }
        }
        self = try result.get()
    }
}
