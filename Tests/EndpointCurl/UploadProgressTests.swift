import CurlShim
@testable import EndpointCurl
import Testing

@Suite struct UploadProgressTests {
    /// A reference, because `#expect` can't change a value.
    private final class Upload {
        private var progress = UploadProgress()

        func note(taken: Int64, _ sent: EKSent, others: Int64 = 0) -> Bool { progress.note(taken: taken, sent, others: others) }
        func note(taken: Int64, ownConnection: Int64) -> Bool { progress.note(taken: taken, ownConnection: ownConnection) }
    }

    private func sent(_ acknowledged: Int64, _ received: Int64 = 0, written: Int64? = nil) -> EKSent {
        EKSent(acknowledged: acknowledged, written: written ?? acknowledged, received: received)
    }

    @Test func `UploadProgress: what a blocked upload's connection sends for others isn't progress`() {
        let progress = Upload()
        #expect(progress.note(taken: 65_535, sent(65_685, 24)))
        // Answers to PING, then other requests, and then another upload.
        for step in 1...100 as ClosedRange<Int64> {
            #expect(!progress.note(taken: 65_535, sent(65_685 + 17 * step, 24 + 17 * step)))
        }
        for step in 1...100 as ClosedRange<Int64> {
            #expect(!progress.note(taken: 65_535, sent(70_000 + 100 * step, 2_000 + 50 * step), others: 5_000 + 150 * step))
        }
        for step in 1...100 as ClosedRange<Int64> {
            #expect(!progress.note(taken: 65_535, sent(90_000 + 50_000 * step, 9_000), others: 1_100_000 + 50_000 * step))
        }
        #expect(progress.note(taken: 65_600, sent(6_000_000, 9_000), others: 6_100_000))
    }

    @Test func `UploadProgress: bytes that the kernel or libcurl still holds are progress when they are received`() {
        let progress = Upload()
        #expect(progress.note(taken: 4_000_000, sent(1_000_000, written: 3_000_000)))
        // libcurl gives the rest to the kernel.
        #expect(progress.note(taken: 4_000_000, sent(2_000_000, written: 4_000_000)))
        #expect(progress.note(taken: 4_000_000, sent(4_000_000)))
        // After another request has begun, the last bytes are distinguished from its bytes by their number.
        #expect(!progress.note(taken: 4_000_000, sent(4_000_200, 500), others: 300))
        #expect(!progress.note(taken: 4_000_000, sent(4_000_700, 700), others: 300))
        #expect(progress.note(taken: 4_000_000, sent(4_009_000, 1_300), others: 900))
    }

    @Test func `UploadProgress: a connection of its own counts up to what libcurl has sent`() {
        let progress = Upload()
        #expect(!progress.note(taken: 100, ownConnection: 500))
        #expect(progress.note(taken: 100, ownConnection: 550))
        #expect(progress.note(taken: 100, ownConnection: 600))
        #expect(!progress.note(taken: 100, ownConnection: 700))
    }
}
