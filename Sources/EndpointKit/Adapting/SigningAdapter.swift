/// An adapter that adds a signature, a date or another text that differs in each request and doesn't identify the resource.
///
/// A cache, and calls that share one exchange, ignore these texts when they compare two requests, and keep the responses of different
/// signers apart. An authentication may add such a text without declaring it: that is safe, but its responses are never found again.
///
///     extension QuerySignature: SigningAdapter {
///         var signatureNames: SignatureNames { SignatureNames(items: ["ts", "signature"]) }
///         var signer: Secret { Secret("\(user):\(key.reveal())") }
///     }
public protocol SigningAdapter: RequestAdapter {
    /// The names of the parts that it adds and that differ in each request.
    var signatureNames: SignatureNames { get }
    /// A text that only the holder of the credentials knows, such as the user and the key together. Only its digest is kept.
    var signer: Secret { get }
}

/// The names of the query items and header fields that form a signature.
public struct SignatureNames: Hashable, Sendable {
    /// The names of query items; case-sensitive.
    public var items: Set<String>
    /// The names of header fields; case-insensitive.
    public var fields: Set<String>

    /// Creates a set of names, by default empty.
    public init(items: Set<String> = [], fields: Set<String> = []) {
        self.items = items
        self.fields = fields
    }
}

/// Collects the credentials that the adapters of one call have added.
///
/// Sendable because one task uses it at a time.
final class CredentialRecord: @unchecked Sendable {
    private struct Part {
        var items: [Query.Item] = []
        var fields: Set<String> = []
        var holder = DigestInput()
        var isInQuery = false
        var isSigned = false
    }
    /// The additions of signing adapters before the authentication, and all additions.
    private var (signatures, whole) = (Part(), Part())

    /// nil if no adapter added anything.
    var credentials: RequestCredentials? {
        if whole.items.isEmpty, whole.fields.isEmpty, whole.holder.bytes.isEmpty { return nil }
        return RequestCredentials(
            items: whole.items, fields: whole.fields, holder: whole.holder.bytes, isInQuery: whole.isInQuery, isSigned: whole.isSigned)
    }

    func beginAttempt() { signatures = Part() }

    /// Begins the authentication of an attempt or a redirect.
    func beginAuthentication() { whole = signatures }

    /// Notes the signature that an adapter has added to a request since ``HTTPRequest/beginAdditions()``.
    func noteSignature(of adapter: any RequestAdapter, in request: HTTPRequest) {
        if let adapter = adapter as? any SigningAdapter { Self.note(request, signing: adapter, authenticates: false, in: &signatures) }
    }

    /// Notes everything that the authentication has added.
    func noteAuthentication(by adapter: any RequestAdapter, in request: HTTPRequest) {
        Self.note(request, signing: adapter as? any SigningAdapter, authenticates: true, in: &whole)
    }

    private static func note(_ request: HTTPRequest, signing: (any SigningAdapter)?, authenticates: Bool, in part: inout Part) {
        let names = signing?.signatureNames ?? SignatureNames()
        for item in request.additions {
            let isSignature = names.items.contains(item.name)
            guard isSignature || authenticates else { continue }
            // The query's additions already contain the authentication's items.
            if !authenticates { part.items.append(item) }
            part.isInQuery = true
            if !isSignature { part.holder.append(item.name, item.value ?? "") }
        }
        request.headers.forEachAddition { field in
            let name = field.name.lowercased()
            let isSignature = names.fields.contains { $0.lowercased() == name }
            guard isSignature || authenticates else { return }
            part.fields.insert(name)
            if !isSignature { part.holder.append(name, field.value) }
        }
        guard let signing else { return }
        part.isSigned = true
        part.holder.append(signing.signer.reveal())
    }
}

/// The bytes of several texts, encoded so that different lists of texts have different bytes.
struct DigestInput: Sendable {
    private(set) var bytes: [UInt8] = []

    /// The text of a URL.
    mutating func append(urlOf request: HTTPRequest) {
        request.withURLText { url in
            withUnsafeBytes(of: UInt64(url.count).littleEndian) { append(raw: $0) }
            append(raw: UnsafeRawBufferPointer(url))
        }
    }

    private mutating func append(raw: UnsafeRawBufferPointer) {
        // Usually enough for everything.
        if bytes.isEmpty { bytes.reserveCapacity(256) }
        bytes += raw
    }

    mutating func append(_ texts: String...) {
        for text in texts {
            withUnsafeBytes(of: UInt64(text.utf8.count).littleEndian) { append(raw: $0) }
            bytes += text.utf8
        }
    }

    mutating func append(_ other: [UInt8]) {
        withUnsafeBytes(of: UInt64(other.count).littleEndian) { append(raw: $0) }
        bytes += other
    }

    var digest: KeyDigest { KeyDigest(of: bytes) }
}
