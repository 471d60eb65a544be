#if os(Linux)
    internal import CurlShim

    /// How much of a request's body the server has received, as far as this can be told from libcurl's count and from the connection.
    ///
    /// libcurl's count includes the bytes in its own buffers: with HTTP/2, those that the server's window allows, and from 8.1.0 on up to
    /// 128 KB more. A connection counts bytes without saying whose they are. Therefore, what it acknowledges counts up to the point that it
    /// had reached when libcurl's count last grew, and then only as far as neither other requests nor libcurl itself can have sent it. A PING
    /// or another request beside a blocked upload moves neither.
    struct UploadProgress {
        /// How often libcurl has taken bytes, each of which may be a frame of its own.
        var parts: Int64 = 0
        /// The largest amount that has counted.
        private var passed: Int64 = 0
        /// What the peer had acknowledged at the first check.
        private var acknowledgedBefore: Int64?
        private var takenBefore: Int64 = -1
        /// All bytes that libcurl has counted are before this point of the connection.
        private var point: Int64 = 0
        /// The largest number of acknowledged bytes that only this request can have sent, except for a constant.
        private var own: Int64?

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
        /// - Parameter others: by how much the bytes that other requests have sent exceed those of their bodies that were received, at most.
        mutating func note(taken: Int64, _ sent: EKSent, others: Int64) -> Bool {
            if taken > takenBefore { point = sent.written }
            takenBefore = taken
            let isBeforePoint = notePassing(min(sent.acknowledged, point))
            // What a client sends by itself, such as the answers to PING and SETTINGS, isn't longer than what it answers.
            let own = sent.acknowledged - sent.received - others
            let before = self.own ?? own
            self.own = max(before, own)
            return isBeforePoint || own > before
        }
    }
#endif
