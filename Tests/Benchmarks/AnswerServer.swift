import EndpointKit
import EndpointKitTesting
import Synchronization

/// A server whose responses depend only on the path. `/items` and `/page` return JSON, `/body/1000` returns 1,000 bytes, and `/headers/100`
/// returns 100 more fields. `/gather/100` waits for 100 requests, and answers them together. `/silence` sends only the first byte of a
/// body.
enum AnswerServer {
    static let items: [UInt8] = {
        let items = (0..<7).map { #"{"id":\#(1000 + $0),"name":"Character number \#($0)","score":\#($0).5,"tags":["a","b","c"]}"# }
        let text = #"{"code":200,"status":"Ok","results":["# + items.joined(separator: ",") + "]"
        return Array((text + String(repeating: " ", count: max(0, 609 - text.utf8.count)) + "}").utf8)
    }()

    static func serve() throws {
        let answers = Mutex<[String: [UInt8]]>([:])
        let gathered = Mutex<[LoopbackConnection]>([])
        let server = try LoopbackServer(raw: { connection in
            var (request, answer): ([UInt8], [UInt8]) = ([], [])
            while let next = head(from: connection) {
                // The next request on a connection is usually identical.
                if next != request {
                    let (name, number) = path(of: next)
                    if name == "silence" {
                        connection.onClose()
                        return try connection.write("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n.\r\n")
                    }
                    if name == "gather" {
                        // The connection stays open without a thread.
                        connection.onClose()
                        let waiting = gathered.withLock { gathered in
                            gathered.append(connection)
                            return gathered.count >= number ? Array(gathered.drain()) : []
                        }
                        for connection in waiting { try connection.write(message(items, fields: ["Connection: close"])) }
                        return
                    }
                    request = next
                    answer = answers.withLock { answers in
                        let made = answers["\(name)/\(number)"] ?? Self.answer(to: name, number)
                        answers["\(name)/\(number)"] = made
                        return made
                    }
                }
                try connection.write(answer)
            }
        })
        ServerProcess.announce(server)
    }

    private static func answer(to name: String, _ number: Int) -> [UInt8] {
        switch name {
        case "page": message(Decoding.page)
        case "body": message([UInt8](repeating: 65, count: number))
        case "headers": message(items, fields: (0..<number).map { "X-Field-\($0): the value of a field" })
        default: message(items)
        }
    }

    private static func message(_ body: [UInt8], fields: [String] = []) -> [UInt8] {
        let head = ["HTTP/1.1 200 OK", "Content-Type: application/json", "Server: loopback", "Content-Length: \(body.count)"] + fields
        return Array((head.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
    }

    /// The head of the next request; nil if there are no more.
    private static func head(from connection: LoopbackConnection) -> [UInt8]? {
        var head = connection.read()
        while !head.isEmpty, !head.suffix(4).elementsEqual("\r\n\r\n".utf8) {
            let more = connection.read()
            if more.isEmpty { return nil }
            head += more
        }
        return head.isEmpty ? nil : head
    }

    /// "body" and 1000 for `GET /body/1000 HTTP/1.1`.
    private static func path(of head: [UInt8]) -> (name: String, number: Int) {
        let words = head.split(separator: UInt8(ascii: " "), maxSplits: 2)
        let parts = String(decoding: words.dropFirst().first ?? [], as: UTF8.self).split(separator: "/")
        return (parts.first.map(String.init) ?? "", parts.dropFirst().first.flatMap { Int($0) } ?? 0)
    }
}

extension Array {
    /// Removes and returns all elements.
    fileprivate mutating func drain() -> Self {
        defer { self = [] }
        return self
    }
}
