import EndpointKit

extension TransportConformance {
    static let headerChecks = [
        Check("header fields keep their order and their case") { transport in
            let headers = try await answer(of: transport, "X-One: 1\r\nx-lower: 2\r\nA-Last: 3")
            try expect(headers.map(\.name), is: ["X-One", "x-lower", "A-Last", "Content-Length"], "the list of names")
        },
        Check("a repeated field stays repeated") { transport in
            let headers = try await answer(of: transport, "Set-Cookie: a=1, b\r\nX-Other: x\r\nSet-Cookie: c=2")
            try expect(headers.map(\.name), is: ["Set-Cookie", "X-Other", "Set-Cookie", "Content-Length"], "the list of names")
            try expect(headers.values(for: "set-cookie"), is: ["a=1, b", "c=2"], "the list of values")
        },
        Check("fields whose names differ in case are one") { transport in
            let headers = try await answer(of: transport, "X-Twice: 1\r\nx-twice: 2")
            try expect(headers.values(for: "X-Twice").joined(separator: ", "), is: "1, 2", "the value")
        },
        Check("an empty value is a value") { transport in
            try expect(try await answer(of: transport, "X-Empty:")["X-Empty"], is: "", "the value")
        },
        Check("a value needs no space before it") { transport in
            try expect(try await answer(of: transport, "X-Tight:tight")["X-Tight"], is: "tight", "the value")
        },
        Check("a folded value is one value") { transport in
            try expect(try await answer(of: transport, "X-Folded: one\r\n two")["X-Folded"], is: "one two", "the value")
        },
        Check("a value in UTF-8 is read as UTF-8") { transport in
            try expect(try await answer(of: transport, "X-Name: café")["X-Name"], is: "café", "the value")
        },
        Check("a value in Latin-1 is read as Latin-1") { transport in
            let head = Array("X-Latin: caf".utf8) + [0xE9]
            try expect(try await answer(of: transport, head)["X-Latin"], is: "café", "the value")
        },
        Check("a value of 20,000 bytes arrives whole") { transport in
            let value = String(repeating: "0123456789", count: 2000)
            try expect(try await answer(of: transport, "X-Long: \(value)")["X-Long"] == value, "the value isn't the one that was sent")
        },
        Check("a long list of fields arrives") { transport in
            let lines = (0..<200).map { "X-\($0): \(String(repeating: "v", count: 100))" }.joined(separator: "\r\n")
            try expect(try await answer(of: transport, lines).filter { $0.name.hasPrefix("X-") }.count, is: 200, "the number of fields")
        },
    ]

    private static func answer(of transport: any Transport, _ head: String) async throws -> HTTPHeaders {
        try await answer(of: transport, Array(head.utf8))
    }

    private static func answer(of transport: any Transport, _ head: [UInt8]) async throws -> HTTPHeaders {
        let server = try server(writing: Array("HTTP/1.1 200 OK\r\n".utf8) + head + Array("\r\nContent-Length: 0\r\n\r\n".utf8))
        return try await transport.send(get(server)).headers
    }
}
