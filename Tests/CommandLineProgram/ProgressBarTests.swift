import Testing

@testable import CommandLineProgram

@Suite struct ProgressBarTests {
    private static let texts: [(ProgressBar, Int, String)] = [
        (ProgressBar(items: 50, total: 100, elapsed: .seconds(2)), 40, "[======      ] 50 of 100, 25/s, 2 s left"),
        (ProgressBar(items: 100, total: 100, elapsed: .seconds(3)), 40, "[=====================] 100 of 100, 33/s"),
        (ProgressBar(items: 0, total: 100, elapsed: .zero), 79, "[\(String(repeating: " ", count: 30))] 0 of 100"),
        (ProgressBar(items: 1, total: 4, elapsed: .seconds(30)), 24, "1 of 4, under 1/s, 1 mi…"),
        (
            ProgressBar(items: 1, total: 4, elapsed: .seconds(30)), 200,
            "[=======\(String(repeating: " ", count: 23))] 1 of 4, under 1/s, 1 min 30 s left"
        ),
        (ProgressBar(items: 0, total: 0, elapsed: .zero), 20, "[===========] 0 of 0"),
        (ProgressBar(items: 9, total: 3, elapsed: .seconds(9)), 25, "[===========] 9 of 3, 1/s"),
        (ProgressBar(items: .max, total: .max, elapsed: .nanoseconds(1)), 10, "922337203…"),
        (ProgressBar(items: 1, total: .max, elapsed: .seconds(Int64.max)), 30, "1 of 9223372036854775807, und…"),
        (ProgressBar(items: 5, total: -1, elapsed: .seconds(-5)), 1, "…"), (ProgressBar(items: 1, total: 2, elapsed: .zero), 0, ""),
        (ProgressBar(items: 1, total: 2, elapsed: .zero), -1, ""),
    ]

    @Test(arguments: texts)
    func `ProgressBar: its text has the progress, the speed and the remaining time`(bar: ProgressBar, width: Int, text: String) {
        #expect(bar.text(width: width) == text)
        #expect(text.count <= max(0, width))
    }
}
