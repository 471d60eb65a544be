import EndpointKit

/// Random documents, of random types and under random settings, that both decoders read.
public enum DecodedDocuments {
    /// Each decoder reads this many documents in a row.
    private static let documentsPerDecoder = 5

    /// Both decoders must return the same value or the same error. A failure names a seed with which its document is one of the first.
    @discardableResult public static func run(_ count: Int, seed: UInt64) throws -> String {
        var (values, failures) = (0, 0)
        for number in 0..<(count / documentsPerDecoder) {
            let seed = seed &+ UInt64(number)
            var random = SplitMix64(seed: seed)
            let shape = Shape.random(depth: 4, using: &random)
            let reading = ShapeReading(shape)
            let decoder = decoder(for: reading, using: &random)
            let responses = ResponseDecoder(decoder)
            for _ in 0..<documentsPerDecoder {
                let document = Data(ShapeDocument.random(shape, using: &random))
                // Foundation's JSON5 reader traps on invalid UTF-8.
                if decoder.allowsJSON5, String(validating: document, as: UTF8.self) == nil { continue }
                let ours = DecodedOutcome { try responses.decode(Shaped.self, from: HTTPResponse(body: document)).text }
                let foundations = DecodedOutcome { try decoder.decode(Shaped.self, from: document).text }
                if case .value = foundations { values += 1 } else { failures += 1 }
                if ours == foundations { continue }
                let isAccepted = Difference.accepted.contains { $0.explains(nil, document, ours: ours) }
                if isAccepted { continue }
                throw Complaint(
                    """
                    a document decodes differently; it is one of the first with the seed \(seed)
                    document: \(String(decoding: document, as: UTF8.self).debugDescription)
                    its bytes: \(document.base64EncodedString())
                    shape: \(shape)
                    settings: \(settings(of: decoder))
                    ours: \(ours)
                    Foundation's: \(foundations)
                    """)
            }
        }
        try require(values > 0 && failures > 0, "\(values) documents gave a value, and \(failures) an error")
        return "\(values) documents gave a value, and \(failures) an error"
    }

    private static func decoder(for reading: ShapeReading, using random: inout SplitMix64) -> JSONDecoder {
        let decoder = JSONDecoder()
        if let key = ShapeReading.key { decoder.userInfo[key] = reading }
        switch Int.random(in: 0..<6, using: &random) {
        case 0: decoder.dateDecodingStrategy = .secondsSince1970
        case 1: decoder.dateDecodingStrategy = .millisecondsSince1970
        case 2: decoder.dateDecodingStrategy = .iso8601
        case 3:
            decoder.dateDecodingStrategy = .custom {
                let container = try $0.singleValueContainer()
                if let text = try? container.decode(String.self) { return Date(timeIntervalSince1970: Double(text.utf8.count)) }
                return Date(timeIntervalSince1970: try container.decode(Double.self))
            }
        default: break
        }
        switch Int.random(in: 0..<5, using: &random) {
        case 0: decoder.dataDecodingStrategy = .deferredToData
        case 1: decoder.dataDecodingStrategy = .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) }
        default: break
        }
        switch Int.random(in: 0..<8, using: &random) {
        case 0: decoder.keyDecodingStrategy = .convertFromSnakeCase
        case 1: decoder.keyDecodingStrategy = .custom { AnyKey(stringValue: $0.last?.stringValue.lowercased() ?? "") }
        default: break
        }
        if Int.random(in: 0..<4, using: &random) == 0 {
            decoder.nonConformingFloatDecodingStrategy = .convertFromString(positiveInfinity: "INF", negativeInfinity: "-INF", nan: "NaN")
        }
        decoder.allowsJSON5 = Int.random(in: 0..<16, using: &random) == 0
        decoder.assumesTopLevelDictionary = Int.random(in: 0..<32, using: &random) == 0
        return decoder
    }

    private static func settings(of decoder: JSONDecoder) -> String {
        "dates \(decoder.dateDecodingStrategy), data \(decoder.dataDecodingStrategy), keys \(decoder.keyDecodingStrategy), "
            + "floats \(decoder.nonConformingFloatDecodingStrategy), JSON5 \(decoder.allowsJSON5), "
            + "assumes a dictionary \(decoder.assumesTopLevelDictionary)"
    }
}
