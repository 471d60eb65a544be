/// Identifies who signs a request. It stays the same when a token is refreshed, and changes when somebody else signs in.
///
/// A cache separates the responses of different identities, and equal calls share one run only if they have the same identity. Create it
/// from the secrets or the names themselves, not from their descriptions: these are redacted, so all users would get the same identity.
public struct Identity: Hashable, Sendable {
    package let digest: KeyDigest

    /// Only a digest of the strings is kept. The same strings in the same order make equal identities in every process.
    public init(_ texts: Secret...) { self.init(texts.map { $0.reveal() }) }

    package init(_ texts: [String]) {
        var input = DigestInput()
        for text in texts { input.append(text) }
        digest = input.digest
    }

    /// The identity of several signers that sign together.
    package init(combining all: [Identity]) {
        var input = DigestInput()
        for identity in all { input.append(identity.digest.bytes) }
        digest = input.digest
    }

    /// An identity that isn't equal to any other.
    package static func unique() -> Identity { Identity((0..<4).map { _ in String(UInt64.random(in: .min ... .max)) }) }
}

extension Identity: CustomStringConvertible, CustomReflectable {
    /// `<identity>`, because even a digest may reveal a short secret.
    public var description: String { "<identity>" }
    public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}

/// Who signs a request.
package enum Signer: Hashable, Sendable {
    case nobody
    case identity(Identity)
    case unknown

    package init(_ identity: Identity?) { self = identity.map(Signer.identity) ?? .unknown }
}
