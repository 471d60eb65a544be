internal import EndpointHTTP

/// Parses certificates only as far as pinning needs.
enum CertificateBytes {
    /// The certificates of a PEM file, in DER.
    static func certificates(inPEM text: String) -> [Data] {
        text.split(separator: "-----BEGIN CERTIFICATE-----").dropFirst().compactMap { part in
            guard let end = part.firstRange(of: "-----END CERTIFICATE-----") else { return nil }
            return Data(base64Encoded: part[..<end.lowerBound].removing(\.properties.isWhitespace))
        }
    }

    /// The SubjectPublicKeyInfo of a certificate, in DER (RFC 5280, section 4.1); nil if the bytes aren't a certificate.
    static func publicKey(inCertificate certificate: Data) -> Data? {
        var bytes = Array(certificate)[...]
        guard var body = next(&bytes)?.content, var fields = next(&body)?.content else { return nil }
        // Skips the optional version, and the serial number, the algorithm, the issuer, the validity and the subject.
        if fields.first == 0xA0 { _ = next(&fields) }
        for _ in 0..<5 where next(&fields) == nil { return nil }
        guard let key = next(&fields), key.whole.first == 0x30 else { return nil }
        return Data(key.whole)
    }

    private static func next(_ bytes: inout ArraySlice<UInt8>) -> (whole: ArraySlice<UInt8>, content: ArraySlice<UInt8>)? {
        let whole = bytes
        guard bytes.popFirst() != nil, let first = bytes.popFirst() else { return nil }
        var length = Int(first)
        if first >= 0x80 {
            // Three bytes can express a length of up to 16 MB, which is enough.
            guard (0x81...0x83).contains(first) else { return nil }
            length = 0
            for _ in 0..<(first - 0x80) {
                guard let byte = bytes.popFirst() else { return nil }
                length = length << 8 | Int(byte)
            }
        }
        guard bytes.count >= length else { return nil }
        let content = bytes.prefix(length)
        bytes = bytes.dropFirst(length)
        return (whole[..<content.endIndex], content)
    }
}
