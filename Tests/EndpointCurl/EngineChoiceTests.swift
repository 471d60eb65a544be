import Testing

@testable import EndpointCurl

@Suite struct EngineChoiceTests {
    typealias Load = EngineChoice.Load

    private static let stopped = Load(isRunning: false)
    private static let full = Load(transfers: EngineChoice.room)

    private static func index(in loads: [Load], limit: Int) -> Int {
        var choice = EngineChoice()
        for load in loads { choice.consider(load) }
        return choice.index(limit: limit)
    }

    @Test(arguments: [
        // One engine is enough.
        ([Load(transfers: 0)], 4, 0),
        ([Load(transfers: EngineChoice.room - 1)], 4, 0),
        ([Load(transfers: 47), Load(transfers: 0)], 4, 0),
        // The first engine that isn't full is used, whatever the load of the others.
        ([full, Load(transfers: 30), Load(transfers: 1)], 4, 1),
        // All are full: another engine is added if the limit allows it.
        ([full], 4, 1), ([full], 2, 1), ([full, full, full], 4, 3), ([Load(transfers: 400)], 2, 1),
        // The limit is reached: the engine with the fewest transfers is used, or the first of several.
        ([full], 1, 0), ([Load(transfers: 60), Load(transfers: 50), Load(transfers: 50)], 3, 1), ([full, full], 2, 0),
        // An engine that has ended is restarted before another is added, and only if it is needed.
        ([stopped], 4, 0), ([stopped, stopped], 4, 0), ([stopped, Load(transfers: 3)], 4, 1), ([full, stopped], 4, 1),
        ([full, stopped, full], 2, 0), ([full, stopped, full], 3, 1), ([stopped, full], 2, 0), ([stopped, full], 1, 1),
        // One engine may run whatever the limit is, for example if other transports have used it up.
        ([stopped], 0, 0), ([stopped], -3, 0), ([full], 0, 0),
    ])
    func `EngineChoice: the first engine with room is used, and another starts if all are full`(loads: [Load], limit: Int, index: Int) {
        #expect(Self.index(in: loads, limit: limit) == index)
    }

    @Test(arguments: [
        // Requests that share a connection stay on the engine that has most of them, even if it is full.
        ([Load(transfers: 80, sharing: 80), Load(transfers: 0)], 0),
        ([Load(transfers: 0), Load(transfers: 80, sharing: 80)], 1),
        ([Load(transfers: 40, sharing: 10), Load(transfers: 60, sharing: 50)], 1),
        ([Load(transfers: 60, sharing: 50), Load(transfers: 40, sharing: 10)], 0),
        ([Load(transfers: 400, sharing: 1)], 0),
        // This holds until the connection has no room.
        ([Load(transfers: 99, sharing: 99)], 0), ([Load(transfers: 100, sharing: 100)], 1),
        ([Load(transfers: 100, sharing: 100), Load(transfers: 20, sharing: 20)], 1),
        ([Load(transfers: 100, sharing: 100), Load(transfers: 100, sharing: 100)], 2),
        ([Load(transfers: 100, sharing: 100), Load(transfers: 50, sharing: 0)], 2),
        ([Load(transfers: 30, sharing: 0), Load(transfers: 0)], 0),
    ])
    func `EngineChoice: transfers that may share a connection stay together while it has room`(loads: [Load], index: Int) {
        #expect(Self.index(in: loads, limit: 4) == index)
    }

    @Test(arguments: [
        // A few streams are treated like any other transfers.
        ([Load(transfers: 23, streams: 23)], 0), ([full, Load(transfers: 20, streams: 20)], 1), ([full], 1),
        // If there are many, the next one goes to the engine that has most of them.
        ([Load(transfers: 3000, streams: 3000), Load(transfers: 1)], 0), ([Load(transfers: 1), Load(transfers: 24, streams: 24)], 1),
        ([Load(transfers: 30, streams: 30), Load(transfers: 40, streams: 40)], 1),
    ])
    func `EngineChoice: streams stay on an engine with many of them`(loads: [Load], index: Int) {
        var choice = EngineChoice()
        for load in loads { choice.consider(load) }
        #expect(choice.index(isStream: true, limit: 4) == index)
    }

    @Test func `EngineChoice: a call isn't made on an engine with many streams if another engine may be started`() {
        #expect(Self.index(in: [Load(transfers: 3000, streams: 3000)], limit: 2) == 1)
        #expect(Self.index(in: [Load(transfers: 3000, streams: 3000), Load(transfers: 64)], limit: 2) == 1)
    }
}
