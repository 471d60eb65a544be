import CurlShim
@testable import EndpointCurl
import Testing

@Suite struct UploadProgressTests {
    /// A reference, because `#expect` can't change a value.
    private final class Upload {
        private var progress = UploadProgress()

        func note(taken: Int64, _ sent: EKSent, companions: Int?) -> Bool { progress.note(taken: taken, sent, companions: companions) }
        func note(taken: Int64, ownConnection: Int64) -> Bool { progress.note(taken: taken, ownConnection: ownConnection) }
    }

    private func sent(_ acknowledged: Int64, _ received: Int64 = 0, written: Int64? = nil, isHeldUp: Bool = false) -> EKSent {
        EKSent(acknowledged: acknowledged, written: written ?? acknowledged, received: received, is_held_up: isHeldUp)
    }

    @Test func `UploadProgress: what a blocked upload's connection sends for others isn't progress`() {
        let progress = Upload()
        #expect(progress.note(taken: 65_535, sent(65_685, 24), companions: 1))
        // Answers to PING, and then other requests.
        for step in 1...100 as ClosedRange<Int64> {
            #expect(!progress.note(taken: 65_535, sent(65_685 + 17 * step, 24 + 17 * step), companions: 1))
        }
        for step in 1...100 as ClosedRange<Int64> {
            #expect(
                !progress.note(taken: 65_535, sent(70_000 + 100 * step, 2_000 + 50 * step), companions: step % 2 == 0 ? nil : Int(step) + 1)
            )
        }
        #expect(progress.note(taken: 65_600, sent(90_000, 20_000), companions: nil))
    }

    @Test func `UploadProgress: bytes that the kernel or libcurl still holds are progress when they are received`() {
        let progress = Upload()
        #expect(progress.note(taken: 4_000_000, sent(1_000_000, written: 3_000_000, isHeldUp: true), companions: nil))
        // libcurl gives the rest to the kernel.
        #expect(progress.note(taken: 4_000_000, sent(2_000_000, written: 4_000_000, isHeldUp: true), companions: nil))
        #expect(progress.note(taken: 4_000_000, sent(4_000_000), companions: nil))
        #expect(!progress.note(taken: 4_000_000, sent(4_000_100), companions: nil))
        // Alone on its connection, the last bytes are told by their number.
        #expect(!progress.note(taken: 4_000_000, sent(4_000_200, 500), companions: 2))
        #expect(progress.note(taken: 4_000_000, sent(4_000_709, 526), companions: 2))
    }

    @Test func `UploadProgress: a connection of its own counts up to what libcurl has sent`() {
        let progress = Upload()
        #expect(!progress.note(taken: 100, ownConnection: 500))
        #expect(progress.note(taken: 100, ownConnection: 550))
        #expect(progress.note(taken: 100, ownConnection: 600))
        #expect(!progress.note(taken: 100, ownConnection: 700))
    }
}
