#if os(Linux)
    internal import CurlShim

    /// How much of a request's body the server has received, as far as this can be told from libcurl's count and from the connection.
    ///
    /// libcurl's count includes the bytes in its own buffers: with HTTP/2, those that the server's window allows, and from 8.1.0 on up to
    /// 128 KB more. A connection counts bytes without saying whose they are. Therefore, what it acknowledges counts only up to the point that
    /// it had reached when libcurl's count last grew. A PING or another request beside a blocked upload doesn't move that point.
    struct UploadProgress {
        /// The largest amount that has counted.
        private var passed: Int64 = 0
        /// What the peer had acknowledged at the first check.
        private var acknowledgedBefore: Int64?
        private var takenBefore: Int64 = -1
        /// All bytes that libcurl has counted are before this point of the connection.
        private var point: Int64 = 0
        /// How many requests had begun on the connection at the last check.
        private var companionsBefore = -1
        /// The largest difference between the bytes that were acknowledged and those that were received.
        private var surplus: Int64 = 0

        /// Whether an amount is larger than ever before.
        mutating func notePassing(_ count: Int64) -> Bool {
            guard count > passed else { return false }
            passed = count
            return true
        }

        /// Whether a request that has a connection to itself has made progress.
        mutating func note(taken: Int64, ownConnection acknowledged: Int64) -> Bool {
            let before = acknowledgedBefore ?? acknowledged
            acknowledgedBefore = before
            return notePassing(min(taken, acknowledged - before))
        }

        /// Whether a request on a connection that may carry others has made progress.
        /// - Parameter companions: how many other requests the connection has carried since it was free; nil if there are any now.
        mutating func note(taken: Int64, _ sent: EKSent, companions: Int?) -> Bool {
            // While the kernel can't send, libcurl may hold bytes that it has counted.
            if taken > takenBefore || sent.is_held_up { point = sent.written }
            takenBefore = taken
            var isProgress = notePassing(min(sent.acknowledged, point))
            // The bytes in libcurl's buffers can be told from others if there is no other request: what a client sends by itself (the answers
            // to PING and SETTINGS) isn't longer than what it answers.
            let difference = sent.acknowledged - sent.received
            if companions != nil, companions == companionsBefore {
                if difference > surplus { isProgress = true }
                surplus = max(surplus, difference)
            } else {
                surplus = difference
            }
            companionsBefore = companions ?? -1
            return isProgress
        }
    }
#endif
