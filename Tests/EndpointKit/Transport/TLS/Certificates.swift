import EndpointKit
import Foundation

/// An authority of our own, a server's certificate for 127.0.0.1 and localhost, and a client's: made once a run, by openssl.
final class Certificates: Sendable {
    static let shared = Result { try Certificates() }

    let directory: URL
    var authority: URL { directory.appending(path: "ca.pem") }
    var server: URL { directory.appending(path: "server.pem") }
    var serverKey: URL { directory.appending(path: "server.key") }
    var client: TLSPolicy.ClientCertificate {
        TLSPolicy.ClientCertificate(certificate: directory.appending(path: "client.pem"), key: directory.appending(path: "client.key"))
    }
    /// Of the server's public key.
    let pin: String

    private init() throws {
        let directory = FileManager.default.temporaryDirectory.appending(
            path: "endpointkit-tls-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        self.directory = directory
        func openssl(_ arguments: String) throws { try Tool.run("openssl \(arguments) 2>&1", in: directory) }
        let key = "-newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes"
        try openssl("req -x509 \(key) -keyout ca.key -out ca.pem -days 2 -subj /CN=EndpointKit-test-authority")
        for (name, extensions) in [
            ("server", "subjectAltName=IP:127.0.0.1,DNS:localhost"), ("client", "extendedKeyUsage=clientAuth"),
        ] {
            try Data(extensions.utf8).write(to: directory.appending(path: "\(name).ext"))
            try openssl("req -new \(key) -keyout \(name).key -out \(name).csr -subj /CN=\(name)")
            try openssl("x509 -req -in \(name).csr -CA ca.pem -CAkey ca.key -CAcreateserial -days 2 -extfile \(name).ext -out \(name).pem")
        }
        let hash = "openssl pkey -in server.key -pubout -outform DER | openssl dgst -sha256 -binary | openssl base64"
        pin = try Tool.run(hash, in: directory).trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
