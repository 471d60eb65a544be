internal import CommandLineProgram
internal import EndpointKit
internal import EndpointKitTesting

/// Where the answers come from: the service, which may be recorded, or a recording.
enum Traffic: Equatable {
    case live
    /// The path of the file.
    case recorded(String)
    /// The path of the file.
    case replayed(String)

    static let options = [
        Option("record", "<file>", "also write what is asked and answered to this file, an HTTP Archive without keys"),
        Option("replay", "<file>", "answer from such a file; nothing is sent, and no keys are needed"),
    ]

    /// Throws a usage ``Failure`` for both options together.
    init(_ arguments: ParsedArguments) throws {
        let (recorded, replayed) = (try arguments.text("record"), try arguments.text("replay"))
        if recorded == "-" || replayed == "-" {
            let option = recorded == "-" ? "--record" : "--replay"
            throw Failure.usage(
                "\(option) needs a file: a recording isn't read from or written to the standard streams. \(arguments.spec.hint)")
        }
        switch (recorded, replayed) {
        case (nil, nil): self = .live
        case (let file?, nil): self = .recorded(file)
        case (nil, let file?): self = .replayed(file)
        case (_?, _?): throw Failure.usage("--record and --replay can't be used together. \(arguments.spec.hint)")
        }
    }

    var isReplayed: Bool { if case .replayed = self { true } else { false } }

    /// Any host matches: a gateway of this machine has another port each time, and a replay may have no settings.
    func cassette(in folder: URL?) throws -> CassetteTransport? {
        let matching = RequestMatching.standard.ignoringOrigin
        switch self {
        case .live: return nil
        case .recorded(let path):
            return try CassetteTransport(URL(filePath: path, relativeTo: folder), .record, matching: matching)
        case .replayed(let path): return try CassetteTransport(URL(filePath: path, relativeTo: folder), .replay, matching: matching)
        }
    }
}
