import EndpointKit
import Foundation

/// The code of the article "Caching", and of the comments on the cache.
enum CachingExample {
    typealias CharactersClient = CallingComments.CharactersClient

    static func caching(_ url: URL, _ folder: URL) async throws {
        var policies = ClientPolicies()
        policies.cache = CachePolicy(size: 50 << 20, directory: folder)
        let client = CharactersClient(configuration: APIConfiguration(baseURL: url, policies: policies))

        let stored = try await client.characters().cached(.preferStale).value
        let latest = try await client.characters().cached(.ignore).value
        _ = (stored, latest)

        let page = try await client.characters().cached(.preferStale).value
        _ = page
    }

}

struct QuerySignature: RequestAdapter {
    let user: String
    let key: Secret

    func adapt(_ request: consuming HTTPRequest) async throws -> HTTPRequest { request }
}

extension QuerySignature: SigningAdapter {
    var signatureNames: SignatureNames { SignatureNames(items: ["ts", "signature"]) }
    var signer: Secret { Secret("\(user):\(key.reveal())") }
}
