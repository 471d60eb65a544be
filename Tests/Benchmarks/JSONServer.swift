import EndpointKit
import EndpointKitTesting

/// The same 610 bytes of JSON to every request.
enum JSONServer {
    static let document: [UInt8] = {
        let items = (0..<7).map { #"{"id":\#(1000 + $0),"name":"Character number \#($0)","score":\#($0).5,"tags":["a","b","c"]}"# }
        let text = #"{"code":200,"status":"Ok","results":["# + items.joined(separator: ",") + "]"
        return Array((text + String(repeating: " ", count: max(0, 609 - text.utf8.count)) + "}").utf8)
    }()

    static func serve() throws {
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nServer: loopback\r\nContent-Length: \(document.count)\r\n\r\n"
        let answer = Array(head.utf8) + document
        let server = try LoopbackServer(raw: { connection in
            while !connection.read().isEmpty { try connection.write(answer) }
        })
        ServerProcess.announce(server)
    }
}
