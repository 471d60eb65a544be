import EndpointKit
import EndpointKitTesting
import Foundation
import TestSupport
import Testing

/// Responses that arrive in another order than that of their requests (RFC 9111, section 4).
@Suite struct OvertakenResponseTests {
    private static let control = "max-age=60"

    private static func date(_ seconds: Int?) -> HTTPHeaders {
        seconds.map { ["Date": CacheValidationTests.date(Double($0))] } ?? [:]
    }

    private static func response(_ text: String, _ fields: HTTPHeaders, status: HTTPStatus = 200) -> HTTPResponse {
        HTTPResponse(
            status: status, headers: HTTPHeaders([("Cache-Control", control), ("ETag", "\"\(text)\"")]).union(fields), body: Data(text.utf8)
        )
    }

    /// A cache whose first response waits until the others have arrived.
    private struct Overtaking {
        let fixture: CacheFixture
        let mayAnswer = Signal()
        let asked = Signal()

        /// - Parameter waits: the number of the request whose response waits.
        init(_ answers: [HTTPResponse], waits: Int, in folder: Folder?) {
            let counter = Counter()
            fixture = CacheFixture(CachePolicy(directory: folder?.url)) { [asked, mayAnswer] _ in
                let number = counter.next()
                if number == waits {
                    asked.give()
                    await mayAnswer.wait()
                }
                return answers[min(number, answers.count) - 1]
            }
        }

        func stored() async throws -> String { String(decoding: try await fixture.send(use: .only).body, as: UTF8.self) }
    }

    /// The dates of the response to the first request, which arrives last, and to the second one, and the response that stays.
    @Test(
        arguments: [
            (-2, 0, "second"), (0, 0, "second"), (nil, nil, "second"), (nil, 0, "second"), (0, nil, "second"), (3, 0, "first"),
        ] as [(Int?, Int?, String)], [false, true])
    func `Stored response: of two that overlap, the one with the later date stays, or else that of the later request`(
        dates: (first: Int?, second: Int?, stays: String), isOnDisk: Bool
    ) async throws {
        let folder = try Folder()
        let answers = [Self.response("first", Self.date(dates.first)), Self.response("second", Self.date(dates.second))]
        let run = Overtaking(answers, waits: 1, in: isOnDisk ? folder : nil)
        let slow = Task { try await run.fixture.send() }
        await run.asked.wait()
        run.fixture.wait(0.2)
        try await run.fixture.send(use: .ignore)
        run.fixture.wait(0.2)
        run.mayAnswer.give()
        _ = try await slow.value
        #expect(try await run.stored() == dates.stays)
    }

    @Test(arguments: [-1, nil, 0] as [Int?], [false, true])
    func `Stored response: a validation of an older version doesn't replace a newer version`(date: Int?, isOnDisk: Bool) async throws {
        let folder = try Folder()
        let answers = [
            Self.response("first", ["Cache-Control": "no-cache"]), HTTPResponse(status: 304, headers: Self.date(date)),
            Self.response("second", Self.date(0)),
        ]
        let run = Overtaking(answers, waits: 2, in: isOnDisk ? folder : nil)
        try await run.fixture.send()
        run.fixture.wait(0.2)
        let slow = Task { try await run.fixture.send() }
        await run.asked.wait()
        run.fixture.wait(0.2)
        try await run.fixture.send(use: .ignore)
        run.fixture.wait(0.2)
        run.mayAnswer.give()
        #expect(try await slow.value.source == .revalidated)
        #expect(try await run.stored() == "second")
    }

    // The clocks of servers behind one address differ, and a cache on the way may have an older version.
    @Test(arguments: [([:], "second"), (["Age": "9"], "first")] as [(HTTPHeaders, String)], [false, true])
    func `Stored response: a request after the response's arrival gets a newer one, unless a cache has answered it`(
        age: (fields: HTTPHeaders, stays: String), isOnDisk: Bool
    ) async throws {
        let folder = try Folder()
        let answers = [Self.response("first", Self.date(0)), Self.response("second", Self.date(-1).union(age.fields))]
        let run = Overtaking(answers, waits: 0, in: isOnDisk ? folder : nil)
        try await run.fixture.send()
        run.fixture.wait(5)
        try await run.fixture.send(use: .ignore)
        #expect(try await run.stored() == age.stays)
    }

    @Test(arguments: [false, true])
    func `Stored response: one that was requested before a clearing doesn't remove a newer one`(isOnDisk: Bool) async throws {
        let folder = try Folder()
        let answers = [Self.response("first", Self.date(0)), Self.response("second", Self.date(0))]
        let run = Overtaking(answers, waits: 1, in: isOnDisk ? folder : nil)
        let slow = Task { try await run.fixture.send() }
        await run.asked.wait()
        run.fixture.cache.removeAll()
        run.fixture.wait(0.2)
        try await run.fixture.send()
        run.mayAnswer.give()
        _ = try await slow.value
        #expect(try await run.stored() == "second")
    }

    @Test(arguments: [false, true])
    func `Stored response: one that was stored while the clock was ahead is replaced`(isOnDisk: Bool) async throws {
        let folder = try Folder()
        let run = Overtaking([Self.response("first", [:]), Self.response("second", [:])], waits: 0, in: isOnDisk ? folder : nil)
        run.fixture.wait(86_400)
        try await run.fixture.send()
        run.fixture.wait(-86_400)
        try await run.fixture.send()
        #expect(try await run.stored() == "second")
    }

    @Test(arguments: [false, true])
    func `Stored response: of several that match, the most recent one is used, whichever arrived last`(isOnDisk: Bool) async throws {
        let folder = try Folder()
        let answers = [
            Self.response("first", Self.date(-1).union(["Vary": "X-A"])), Self.response("second", Self.date(0)),
        ]
        let run = Overtaking(answers, waits: 1, in: isOnDisk ? folder : nil)
        let slow = Task { try await run.fixture.send() }
        await run.asked.wait()
        run.fixture.wait(0.2)
        try await run.fixture.send(use: .ignore)
        run.fixture.wait(0.2)
        run.mayAnswer.give()
        _ = try await slow.value
        #expect(try await run.stored() == "second")
    }
}

extension HTTPHeaders {
    fileprivate init(_ fields: [(String, String)]) {
        self.init()
        for (name, value) in fields { append(name, value) }
    }

    fileprivate func union(_ others: HTTPHeaders) -> HTTPHeaders {
        var all = self
        for field in others { all[field.name] = field.value }
        return all
    }
}
