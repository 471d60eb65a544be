#if canImport(Darwin)
    internal import Darwin
#endif

/// Two clocks of a machine: a monotonic clock, which the processes of one boot and one time namespace share, and the wall clock, which
/// relates one boot to another.
struct BootClock: Sendable {
    /// Clocks with the same name show the same times.
    let name: String
    /// The time since the boot.
    let now: @Sendable () -> Duration
    /// The wall clock.
    let date: @Sendable () -> Date

    /// One moment in three forms: the time since the boot, the same in milliseconds, and the wall clock's time in milliseconds.
    typealias Moment = (now: Duration, time: Int64, date: Int64)

    /// The values are limited, so that none overflows.
    var moment: Moment {
        let (now, seconds) = (min(max(.zero, now()), .longestSleep * 8), date().timeIntervalSince1970)
        return (now, now.wholeMilliseconds(.down), Int64((seconds.isFinite ? min(max(0, seconds), 1e10) : 0) * 1000))
    }

    private static var random: String { String(UInt64.random(in: .min ... .max), radix: 36) }

    /// Names the clock of a boot and a time namespace. Without a namespace, all offsets are zero, and the name is that of the boot.
    static func name(ofBoot boot: [UInt8], offsets: [UInt8]) -> String {
        let words = [boot, offsets].map { String(decoding: $0, as: UTF8.self).unicodeScalars.split { $0 <= " " }.map { String($0) } }
        return (words[0] + (words[1].contains { Int($0).map { $0 != 0 } ?? false } ? words[1] : [])).joined(separator: " ")
    }

    /// Names this boot of the machine, or this process if the system doesn't identify the boot.
    private static let boot: String = {
        #if canImport(Darwin)
            var name = [CChar](repeating: 0, count: 64)
            var size = name.count
            guard sysctlbyname("kern.bootsessionuuid", &name, &size, nil, 0) == 0 else { return random }
            return String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        #elseif canImport(Glibc)
            guard let boot = try? SmallFile("/proc/sys/kernel/random/boot_id", limit: 64) else { return random }
            // The namespace's clock differs from the machine's by these offsets. A kernel without namespaces has no such file.
            let offsets = try? SmallFile("/proc/self/timens_offsets", limit: 256)
            return name(ofBoot: boot.bytes, offsets: offsets?.bytes ?? [])
        #else
            return random
        #endif
    }()
}

extension BootClock {
    /// A clock other than the machine's counts as a separate boot.
    init(_ clock: any Clock<Duration>, date: @escaping @Sendable () -> Date) {
        let calls = AnyClock(clock)
        self.init(name: clock is ContinuousClock ? Self.boot : Self.random, now: { calls.now }, date: date)
    }
}
