internal import CommandLineProgram
internal import EndpointKit

/// The keys that sign a call.
struct Keys: Sendable {
    var publicKey: String
    var privateKey: Secret

    static let variables = ["MARVEL_PUBLIC_KEY", "MARVEL_PRIVATE_KEY"]

    /// Reads the keys; nil if neither is set. An empty variable counts as not set, and a single key is a configuration ``Failure``.
    init?(environment: [String: String]) throws {
        let publicKey = environment["MARVEL_PUBLIC_KEY"] ?? ""
        let privateKey = environment["MARVEL_PRIVATE_KEY"] ?? ""
        if publicKey.isEmpty && privateKey.isEmpty { return nil }
        guard !publicKey.isEmpty, !privateKey.isEmpty else {
            let (set, missing) =
                publicKey.isEmpty ? ("MARVEL_PRIVATE_KEY", "MARVEL_PUBLIC_KEY") : ("MARVEL_PUBLIC_KEY", "MARVEL_PRIVATE_KEY")
            throw Failure(.configuration, "\(set) is set, but \(missing) isn't. Set both, or neither to use the local gateway.")
        }
        self.init(publicKey: publicKey, privateKey: Secret(privateKey))
    }

    init(publicKey: String, privateKey: Secret) {
        self.publicKey = publicKey
        self.privateKey = privateKey
    }

    func added(to environment: [String: String]) -> [String: String] {
        environment.merging(["MARVEL_PUBLIC_KEY": publicKey, "MARVEL_PRIVATE_KEY": privateKey.reveal()]) { $1 }
    }

    /// Random keys for a gateway in this process.
    static func madeUp() -> Keys {
        func hexadecimal() -> String { String(UInt64.random(in: (1 << 60)...UInt64.max), radix: 16) }
        return Keys(publicKey: hexadecimal() + hexadecimal(), privateKey: Secret(hexadecimal() + hexadecimal()))
    }
}
