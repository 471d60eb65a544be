import EndpointKit
import TestSupport
import Testing

/// Amounts in the form in which they appear in a log.
@Suite struct AmountsTests {
    @Test(arguments: [
        (Duration.zero, "0.0 ms"), (.microseconds(1), "0.0 ms"), (.microseconds(450), "0.5 ms"), (.microseconds(1600), "2 ms"),
        (.milliseconds(999), "999 ms"), (.microseconds(999_600), "1.0 s"), (.milliseconds(1250), "1.3 s"), (.milliseconds(9960), "10 s"),
        (.seconds(75), "75 s"), (.seconds(-1), "-1000.0 ms"),
        (Duration(secondsComponent: .max, attosecondsComponent: 0), "9.223372036854776e+18 s"),
    ])
    func `Amounts: a duration has two or three significant digits`(duration: Duration, text: String) {
        let lines = Recorder<LogLine>()
        ObservedCall(by: LogObserver { lines.record($0) }).tell(.finished([]), elapsed: duration)
        #expect(lines.texts == ["Listing.all \(text)"])
    }

    @Test(arguments: [
        (Int64(0), "0 B"), (610, "610 B"), (999, "999 B"), (1000, "1.0 kB"), (1234, "1.2 kB"), (12_345, "12 kB"), (999_600, "1.0 MB"),
        (75_000_000, "75 MB"), (.max, "9223372.0 TB"), (-5, "-5 B"), (.min, "-9.223372036854776e+18 B"),
    ])
    func `Amounts: bytes are in decimal units`(bytes: Int64, text: String) {
        let lines = Recorder<LogLine>()
        ObservedCall(by: LogObserver { lines.record($0) }).tell(.finished([.answered(received: bytes)]), elapsed: .zero)
        #expect(lines.texts == ["Listing.all 200 OK 0.0 ms \(text)"])
    }
}
