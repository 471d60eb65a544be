/// As sysexits.h has them.
enum ExitCode: Int32 {
    case ok = 0
    case usage = 64
    case failure = 69
}
