import AWSSignature
import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

@Suite struct AWSSignatureTests {
    private static let time = Date(timeIntervalSince1970: 1_440_938_160)

    private static func signature(_ place: AWSSignature.Place = .header, service: String = "service") -> AWSSignature {
        AWSSignature(
            accessKey: "AKIDEXAMPLE", secretKey: "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", region: "us-east-1", service: service,
            place: place, now: { time })
    }

    private static func request(
        _ method: HTTPMethod = .get, _ url: String = "https://example.amazonaws.com/", headers: HTTPHeaders = [:], body: String? = nil
    ) throws -> HTTPRequest {
        let target = try #require(URL(string: url))
        let client = APIClient(configuration: APIConfiguration(baseURL: target))
        var request = try client.request(for: Route(method, target))
        request.headers = headers
        request.body = body.map { HTTPBodyEntity(contentType: nil, content: .data(Data($0.utf8))) }
        return request
    }

    private struct Vector: Sendable {
        var name: String
        var method: HTTPMethod = .get
        var url = "https://example.amazonaws.com/"
        var headers: HTTPHeaders = [:]
        var body: String?
        var signed = "host;x-amz-date"
        var signature: String
    }

    /// Cases of Amazon's test suite for Signature Version 4, with the same names.
    private static let vectors = [
        Vector(name: "get-vanilla", signature: "5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31"),
        Vector(
            name: "get-vanilla-query-order-key-case", url: "https://example.amazonaws.com/?Param2=value2&Param1=value1",
            signature: "b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500"),
        Vector(
            name: "get-slashes", url: "https://example.amazonaws.com//example//",
            signature: "9a624bd73a37c9a373b5312afbebe7a714a789de108f0bdfe846570885f57e84"),
        Vector(
            name: "get-header-value-trim", headers: ["My-Header1": " value1", "My-Header2": " \"a   b   c\""],
            signed: "host;my-header1;my-header2;x-amz-date",
            signature: "acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736"),
        Vector(name: "post-vanilla", method: .post, signature: "5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b"),
        Vector(
            name: "post-x-www-form-urlencoded", method: .post, headers: ["Content-Type": "application/x-www-form-urlencoded"],
            body: "Param1=value1", signed: "content-type;host;x-amz-date",
            signature: "ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a"),
    ]

    @Test(arguments: vectors.indices)
    func `AWSSignature: it reproduces Amazon's test cases`(index: Int) async throws {
        let vector = Self.vectors[index]
        let request = try Self.request(vector.method, vector.url, headers: vector.headers, body: vector.body)
        let signed = try await Self.signature().adapt(request)
        #expect(signed.headers["X-Amz-Date"] == "20150830T123600Z")
        #expect(
            signed.headers["Authorization"]
                == "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, SignedHeaders=\(vector.signed), "
                + "Signature=\(vector.signature)", "\(vector.name)")
    }

    @Test func `AWSSignature: a client signs what it sends, and no description shows a secret`() async throws {
        let stub = StubTransport { $0.path == "/a" ? HTTPResponse(status: 302, headers: ["Location": "/b"]) : HTTPResponse(status: 403) }
        let url = try #require(URL(string: "https://example.amazonaws.com"))
        let signature = AWSSignature(accessKey: "AKID", secretKey: "hunter2", sessionToken: "hunter3", region: "r", service: "s")
        let client = APIClient(
            configuration: APIConfiguration(baseURL: url, authentication: signature), transport: stub,
            adapters: [.appending(["x": "1"])])
        let error = try #require(await failure { try await client.data(Route.get("a").authenticated()).value })
        #expect(error.response?.status == 403)
        #expect(stub.requests.count == 2)
        // A redirect within the origin is signed again.
        #expect(Set(stub.requests.map { $0.headers["Authorization"] }).count == 2)
        for text in ["\(error)", "\(stub.requests)", "\(signature)"] { #expect(!text.contains("hunter")) }
    }

    @Test func `AWSSignature: a body that can be read only once is an error`() async throws {
        var request = try Self.request(.post)
        request.body = StreamBody.stream(AsyncStream<Data> { $0.finish() }).entity()
        let unsigned = request
        let error = await failure { try await Self.signature().adapt(unsigned) }
        #expect(error?.code == .authentication)
    }

    // MARK: botocore

    private struct Case: Decodable {
        var method, url, service, expected: String
        var headers: [[String]]
        var body: String
        var lifetime: Int?
    }

    private static let cases = ProcessInfo.processInfo.environment["AWS_SIGNATURE_CASES"]

    /// `.ci/aws-signature` generates the cases.
    @Test(.enabled(if: cases != nil, "AWS_SIGNATURE_CASES isn't set"))
    func `AWSSignature: it produces the same signatures as botocore`() async throws {
        let file = URL(filePath: try #require(Self.cases))
        let cases = try JSONDecoder().decode([Case].self, from: Data(contentsOf: file))
        #expect(cases.count >= 100)
        for item in cases {
            var headers = HTTPHeaders()
            for field in item.headers { headers.append(field[0], field[1]) }
            let request = try Self.request(
                HTTPMethod(rawValue: item.method), item.url, headers: headers, body: item.body.isEmpty ? nil : item.body)
            let place = item.lifetime.map { AWSSignature.Place.query(lifetime: $0) } ?? .header
            let signed = try await Self.signature(place, service: item.service).adapt(request)
            let result = item.lifetime == nil ? signed.headers["Authorization"] : signed.query["X-Amz-Signature"]
            #expect(result == item.expected, "\(item.method) \(item.url)")
        }
    }

    @Test(arguments: ["s3", "service"])
    func `AWSSignature: a path is signed as the service encodes it, whatever its source`(service: String) async throws {
        var signatures: Set<String?> = []
        for path in ["/a%20(b)!*'c%7E%2fd", "/a%20%28b%29%21%2A%27c~%2Fd"] {
            let signed = try await Self.signature(service: service).adapt(Self.request(.get, "https://example.amazonaws.com" + path))
            signatures.insert(signed.headers["Authorization"])
            // The request is sent with its path unchanged.
            #expect(signed.urlText.hasSuffix(path))
        }
        #expect(signatures.count == 1)
        let other = try await Self.signature(service: service).adapt(Self.request(.get, "https://example.amazonaws.com/a%20(b)!*'c~/d"))
        #expect(!signatures.contains(other.headers["Authorization"]))
    }
}
