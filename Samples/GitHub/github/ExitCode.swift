/// The exit codes, from sysexits.h.
enum ExitCode: Int32 {
    case ok = 0
    case usage = 64
    case failure = 69
}
