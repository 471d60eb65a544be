import EndpointHTTP
import Testing

@Suite struct ContinuousTimeTests {
    @Test func `ContinuousTime: it is the time of a ContinuousClock`() {
        let (outerStart, start, innerStart) = (ContinuousClock.now, ContinuousTime.now, ContinuousClock.now)
        // Some work that takes time, so that a stopped clock is detected.
        while ContinuousClock.now - innerStart < .microseconds(100) {}
        let (innerEnd, end, outerEnd) = (ContinuousClock.now, ContinuousTime.now, ContinuousClock.now)
        #expect(end - start >= innerStart.duration(to: innerEnd))
        #expect(end - start <= outerStart.duration(to: outerEnd))
    }
}
