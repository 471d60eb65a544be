/// One heavy run. It throws if something is wrong, and otherwise reports what it did.
struct StressRun: Sendable {
    let name: String
    let purpose: String
    /// A run that takes longer counts as hanging.
    var limit: Duration = .seconds(120)
    let body: @Sendable (_ seed: UInt64) async throws -> String

    static let all =
        [
            cancelledCalls, cancelledTransfers, answeredCalls, mixedExchanges, brokenAnswers, stalledReader, gigabyteDown, gigabyteUp,
            codedStream,
            fileDescriptors, pagedElements, randomLists, digests, mutatedInputs, decodedDocuments, numbers, largeInputs, recordedSecrets,
            linkFields,
            lostConnections, guardedCalls, rememberedCalls, signOuts, clearings, overtakenCalls, downloadsOfTwoUsers,
            sharedSessions, endingPrograms, quota, killedCaches,
        ] + bursts
    /// The commands that a run starts in a separate process.
    private static let parts = [cacheWriter, tokenUser, burstServer]

    static func named(_ name: String) throws -> StressRun {
        guard let run = (all + parts).first(where: { $0.name == name }) else {
            throw Options.Usage(description: "There is no run \(name). These are there: \(all.map(\.name).joined(separator: ", ")).")
        }
        return run
    }
}
