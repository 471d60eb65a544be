import EndpointKit
import Testing

@Suite struct MetricsSnapshotTests {
    private func page(_ calls: (MetricsObserver) -> Void) throws -> Exposition {
        let observer = MetricsObserver()
        calls(observer)
        return try Exposition(observer.snapshot().prometheus)
    }

    @Test func `every figure is there under its endpoint`() throws {
        let page = try page { observer in
            for id in 1...3 { ObservedCall(UInt64(id), by: observer).succeed() }
            ObservedCall(4, by: observer).fail(APIError(.timeout, ""))
            ObservedCall(5, by: observer).tell(.queued)
            ObservedCall(6, ObservedCall.Item(), by: observer).succeed()
        }
        let all = ["endpoint": "Listing.all"]
        #expect(page.value("calls_total", all) == 5)
        #expect(page.value("calls_succeeded_total", all) == 3)
        #expect(page.value("calls_failed_total", all.merging(["code": "timeout"]) { $1 }) == 1)
        #expect(page.value("calls_cancelled_total", all) == 0)
        #expect(page.value("calls_in_flight", all) == 1)
        #expect(page.value("attempts_total", all) == 3)
        #expect(page.value("retries_total", all) == 0)
        #expect(page.value("sent_bytes_total", all) == 300)
        #expect(page.value("received_bytes_total", all) == 1830)
        #expect(page.value("calls_total", ["endpoint": "Item"]) == 1)
        #expect(page.types["endpointkit_calls_in_flight"] == "gauge")
        #expect(page.types["endpointkit_call_duration_seconds"] == "histogram")
        #expect(Set(page.types.keys) == Set(page.help.keys))
    }

    @Test func `buckets count what is in those before them`() throws {
        let durations: [Duration] = [.microseconds(10), .milliseconds(12), .milliseconds(12), .seconds(2), .seconds(100)]
        let page = try page { observer in
            for (id, duration) in durations.enumerated() { ObservedCall(UInt64(id), by: observer).succeed(after: duration) }
        }
        let buckets = page.samples.filter { $0.name == "endpointkit_call_duration_seconds_bucket" }
        let bounds = buckets.compactMap { $0.labels["le"].flatMap { Double($0 == "+Inf" ? "inf" : $0) } }
        #expect(bounds == LatencyHistogram.bounds + [.infinity])
        #expect(buckets.map(\.value) == bounds.map { bound in Double(durations.count { $0 / .seconds(1) <= bound }) })
        #expect(page.value("call_duration_seconds_count", ["endpoint": "Listing.all"]) == 5)
        #expect(try abs(#require(page.value("call_duration_seconds_sum", ["endpoint": "Listing.all"])) - 102.02401) < 1e-9)
    }

    @Test(arguments: [#"a"b"#, #"back\slash"#, "{x=\"y\"} 1", "tschüß 東京"])
    func `a label reads back as it is`(label: String) throws {
        let observer = MetricsObserver { _ in label }
        ObservedCall(by: observer).fail(APIError(APIError.Code(rawValue: label), ""))
        let page = try Exposition(observer.snapshot().prometheus)
        #expect(page.value("calls_total", ["endpoint": label]) == 1)
        #expect(page.value("calls_failed_total", ["endpoint": label, "code": label]) == 1)
    }

    @Test func `a line end in a code makes no line`() throws {
        let page = try page { ObservedCall(by: $0).fail(APIError(APIError.Code(rawValue: "a\nb 1"), "")) }
        #expect(page.value("calls_failed_total", ["endpoint": "Listing.all", "code": "a\nb 1"]) == 1)
    }

    @Test func `nothing counted is a page, too`() throws {
        let page = try page { _ in }
        #expect(page.samples.isEmpty)
        #expect(page.types.count == 10)
    }
}
