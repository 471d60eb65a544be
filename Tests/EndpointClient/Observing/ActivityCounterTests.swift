import EndpointKit
import TestSupport
import Testing

@Suite struct ActivityCounterTests {
    private let activity = ActivityCounter()

    private func call(_ id: UInt64) -> ObservedCall { ObservedCall(id, by: activity) }

    @Test(arguments: [CallEvent.Kind.finished([]), .failed(APIError(.timeout, "")), .cancelled(CancellationError())])
    func `ActivityCounter: a call counts from its beginning to its end`(end: CallEvent.Kind) {
        #expect(activity.count == 0 && !activity.isActive)
        call(1).tell(.queued)
        call(2).tell(.queued)
        #expect(activity.count == 2)
        call(1).tell(end)
        #expect(activity.count == 1 && activity.isActive)
        call(2).tell(end)
        #expect(activity.count == 0 && !activity.isActive)
    }

    @Test func `ActivityCounter: a call counts once, however many attempts it makes`() {
        call(1).tell(.queued)
        for number in 1...3 {
            call(1).tell(.received(.answered(503, number: number)), attempt: number)
            call(1).tell(.retry(after: .seconds(1)), attempt: number)
            #expect(activity.count == 1)
        }
        call(1).tell(.finished([]))
        #expect(activity.count == 0)
    }

    @Test func `ActivityCounter: an unexpected event isn't counted, and the count is never negative`() {
        call(1).tell(.finished([]))
        #expect(activity.count == 0)
        call(2).tell(.queued)
        call(2).tell(.queued)
        call(1).tell(.failed(APIError(.timeout, "")))
        #expect(activity.count == 1)
        call(2).tell(.finished([]))
        call(2).tell(.finished([]))
        #expect(activity.count == 0)
        call(3).tell(.received(.answered()))
        #expect(activity.count == 0)
    }

    @Test func `ActivityCounter: calls from many threads are counted once each`() async {
        await onThreads(4, count: 500) { [activity] id in ObservedCall(UInt64(id), by: activity).tell(.queued) }
        #expect(activity.count == 500)
        await onThreads(4, count: 1000) { [activity] id in ObservedCall(UInt64(id / 2), by: activity).tell(.finished([])) }
        #expect(activity.count == 0)
    }

    @Test func `ActivityCounter: a listener gets the state at once, and then each change`() async {
        var changes = activity.changes.makeAsyncIterator()
        #expect(await changes.next() == false)
        call(1).tell(.queued)
        #expect(await changes.next() == true)
        call(2).tell(.queued)
        call(1).tell(.finished([]))
        call(2).tell(.finished([]))
        #expect(await changes.next() == false)
    }

    @Test func `ActivityCounter: a late listener starts with the current state`() async {
        call(1).tell(.queued)
        var changes = activity.changes.makeAsyncIterator()
        #expect(await changes.next() == true)
    }

    @Test func `ActivityCounter: a change that is reversed between two reads isn't reported`() async {
        var changes = activity.changes.makeAsyncIterator()
        #expect(await changes.next() == false)
        for id in 1...10 { call(UInt64(id)).succeed() }
        call(11).tell(.queued)
        #expect(await changes.next() == true)
        call(11).tell(.finished([]))
        call(12).tell(.queued)
        call(12).tell(.finished([]))
        call(13).succeed()
        #expect(await changes.next() == false)
        call(14).succeed()
        call(15).tell(.queued)
        #expect(await changes.next() == true)
    }

    @Test func `ActivityCounter: a listener that reads when nothing has changed gets nothing`() async {
        var counter: ActivityCounter? = ActivityCounter()
        var changes = counter?.changes.makeAsyncIterator()
        #expect(await changes?.next() == false)
        if let counter { ObservedCall(by: counter).succeed() }
        counter = nil
        #expect(await changes?.next() == nil)
    }

    @Test func `ActivityCounter: any number of listeners follow independently`() async {
        var one = activity.changes.makeAsyncIterator()
        var other = activity.changes.makeAsyncIterator()
        #expect(await one.next() == false)
        call(1).tell(.queued)
        #expect(await one.next() == true)
        #expect(await other.next() == true)
        call(1).tell(.finished([]))
        #expect(await one.next() == false)
        #expect(await other.next() == false)
    }

    @Test func `ActivityCounter: a waiting listener is resumed`() async {
        let isListening = Signal()
        let listener = Task { [activity] in
            var seen: [Bool] = []
            for await isActive in activity.changes {
                seen.append(isActive)
                isListening.give()
                if seen.count == 3 { break }
            }
            return seen
        }
        await isListening.wait()
        call(1).tell(.queued)
        await isListening.wait()
        call(1).tell(.finished([]))
        #expect(await listener.value == [false, true, false])
    }

    @Test func `ActivityCounter: a cancelled listener ends, and the others continue`() async {
        let isListening = Signal()
        let cancelled = Task { [activity] in
            for await _ in activity.changes { isListening.give() }
            return true
        }
        var other = activity.changes.makeAsyncIterator()
        #expect(await other.next() == false)
        await isListening.wait()
        cancelled.cancel()
        #expect(await cancelled.value)
        call(1).tell(.queued)
        #expect(await other.next() == true)
    }

    @Test func `ActivityCounter: listeners end when the counter is released`() async {
        var counter: ActivityCounter? = ActivityCounter()
        var changes = counter?.changes.makeAsyncIterator()
        #expect(await changes?.next() == false)
        counter = nil
        #expect(await changes?.next() == nil)
    }
}
