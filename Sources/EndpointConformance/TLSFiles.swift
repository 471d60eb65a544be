#if os(Linux)
    internal import EndpointKit

    /// Two self-signed certificates with their keys, which nothing but the checks trusts: one for a server on 127.0.0.1, and one for a client.
    /// They are valid from 2020 to 2119.
    final class TLSFiles: Sendable {
        private let folder: URL

        init() throws {
            folder = FileManager.default.temporaryDirectory.appending(path: "conformance-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
            try Data(Self.serverText.utf8).write(to: server)
            try Data(Self.clientText.utf8).write(to: client)
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        /// The server's certificate, which is its own authority, and its key.
        var server: URL { folder.appending(path: "server.pem") }
        var client: URL { folder.appending(path: "client.pem") }

        /// The hash of the server's public key.
        static let pin = "Bdt9So9h2yozrdGftVQ1UYcUASpy6IcinwDNmKp9Hhc="

        private static let serverText = """
            -----BEGIN CERTIFICATE-----
            MIIBYzCCAQigAwIBAgIDAWcwMAoGCCqGSM49BAMCMBYxFDASBgNVBAMMC2NvbmZv
            cm1hbmNlMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAWMRQwEgYD
            VQQDDAtjb25mb3JtYW5jZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABOkTVb/J
            4NQ/14n2ZPiUIV5x7Gz1BXNjA2vNpOqPOArmOhMC/NdlxGkKtG3y5X26CN8XXA7M
            V1sC3xsYouY4ROijQzBBMA8GA1UdEQQIMAaHBH8AAAEwDwYDVR0TAQH/BAUwAwEB
            /zAdBgNVHQ4EFgQU0BoBV9T5OW150jQqtGtCBzJyfH8wCgYIKoZIzj0EAwIDSQAw
            RgIhALMXiiQxX2TVVFxDAL/NWLGmNTWSE52Cx10pCk43NpkzAiEAt1ZWo5rmp5M6
            dInqi7ZV66YevwKbpiY/9krDaNaWllA=
            -----END CERTIFICATE-----
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgDddcs093eeCCdioD
            5YWwsniz0fN507/hE6X5ffoxJ2GhRANCAATpE1W/yeDUP9eJ9mT4lCFecexs9QVz
            YwNrzaTqjzgK5joTAvzXZcRpCrRt8uV9ugjfF1wOzFdbAt8bGKLmOETo
            -----END PRIVATE KEY-----
            """

        private static let clientText = """
            -----BEGIN CERTIFICATE-----
            MIIBWzCCAQKgAwIBAgIDAhFpMAoGCCqGSM49BAMCMBExDzANBgNVBAMMBmNsaWVu
            dDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowETEPMA0GA1UEAwwG
            Y2xpZW50MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEYoJMDAU6eBioNH92XCv9
            LCOhGIVPzsZ+iwgRRvVxenqbUNXPMgfmV3LkYAiorP5BurYVOGghNafG0Ri7ZbSe
            U6NHMEUwEwYDVR0lBAwwCgYIKwYBBQUHAwIwDwYDVR0TAQH/BAUwAwEB/zAdBgNV
            HQ4EFgQUFDvC5pk6P5HxdM2jj2FLDhRjCq0wCgYIKoZIzj0EAwIDRwAwRAIgDrgP
            7KPeCqXZ3ftiSLwYNZ2oBuJvIV1BkrMR7YZitVgCIGtIle0hvmi9r/JvrHtefBn3
            WNdANywuUHvw3CgblTwq
            -----END CERTIFICATE-----
            -----BEGIN PRIVATE KEY-----
            MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgQr0WI21My9OZdgZP
            rSB9IeOA3IO0Bj2B1TSQL5aygbehRANCAARigkwMBTp4GKg0f3ZcK/0sI6EYhU/O
            xn6LCBFG9XF6eptQ1c8yB+ZXcuRgCKis/kG6thU4aCE1p8bRGLtltJ5T
            -----END PRIVATE KEY-----
            """
    }
#endif
