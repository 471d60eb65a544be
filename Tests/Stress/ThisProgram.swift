import Foundation

enum Ending: Equatable {
    case exit(Int32)
    case signal(Int32)
}

/// Starts this program once more, with its output where ours goes, and tells how it ended.
func endingOfThisProgram(arguments: [String]) async throws -> Ending {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    return try await withCheckedThrowingContinuation { continuation in
        process.terminationHandler = { process in
            let status = process.terminationStatus
            continuation.resume(returning: process.terminationReason == .exit ? .exit(status) : .signal(status))
        }
        do { try process.run() } catch { continuation.resume(throwing: error) }
    }
}
