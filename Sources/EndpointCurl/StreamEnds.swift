#if os(Linux)
    internal import CurlShim
    internal import EndpointHTTP

    /// Responses without a length whose HTTP/2 stream has ended according to libcurl 7.88.0 to 8.0.1, either by its last frame or by an
    /// invalid frame.
    ///
    /// These versions return the same result in both cases. After an invalid frame, they close the connection together with its last stream.
    /// So if a connection is closed at that point, and for no other reason, the response is truncated. If other streams use the connection,
    /// libcurl is made to look for input on one of them. That stream ends if the connection is broken, and continues otherwise.
    struct StreamEnds {
        /// The responses on one connection.
        fileprivate struct Wait {
            var answers: [CurlTransfer] = []
            /// The responses that have ended since libcurl began to look for input.
            var later: [CurlTransfer] = []
            /// The transfer for which libcurl looks for input.
            var other: CurlTransfer?
            var end = CurlTransfer.ConnectionEnd.unknown
            /// Whether a transfer has begun to use the connection since then. None does so if the connection is broken.
            var isJoined = false
        }
        /// The waits, by the number of the connection.
        fileprivate var waits: [UInt32: Wait] = [:]
    }

    extension CurlTransfer {
        /// What is known about the connection after the transfer has ended.
        enum ConnectionEnd {
            case unknown, awaited, kept, closed
        }

        func noteConnection() {
            streamConnection = chosenConnection
            connectionEnd = .unknown
            mayConnectionEnd = false
            if let streamConnection { engine.streamEnds.waits[streamConnection]?.isJoined = true }
        }

        /// - Parameter number: of a connection, or of a stream.
        func note(_ news: EKConnectionNews, number: UInt32) {
            if news == EK_CONNECTION_CHOSEN { chosenConnection = number }
            // Before a transfer has a connection, the news concerns other connections.
            guard isConnected else { return }
            if news == EK_STREAM_BEGUN { (streamNumber, isExcluded) = (number, false) }
            if news == EK_STREAM_REFUSED || news == EK_CONNECTION_ENDS && number < streamNumber { isExcluded = true }
            // Only the first end is noted, because a connection that is kept may be closed right away if there are too many.
            guard let streamConnection, let handle, connectionEnd == .unknown else { return }
            switch news {
            case EK_CONNECTION_ENDS, EK_STREAM_REFUSED: engine.noteConnectionMayEnd(streamConnection, lastStream: number)
            case EK_CONNECTION_KEPT: connectionEnd = .kept
            case EK_CONNECTION_CLOSED:
                if ek_easy_has_tls_ended(handle.easy) { engine.noteConnectionMayEnd(streamConnection) }
                connectionEnd = .closed
            default: return
            }
            engine.streamEnds.waits[streamConnection]?.end = connectionEnd
        }

        fileprivate func hasStream(on connection: UInt32) -> Bool {
            streamConnection == connection && connectionEnd == .unknown && isConnected && handle != nil
        }
    }

    extension CurlEngine {
        /// Notes that the connection may be closed although nothing on it was invalid, and that no later stream was processed.
        fileprivate func noteConnectionMayEnd(_ connection: UInt32, lastStream: UInt32 = .max) {
            for transfer in active where transfer.streamConnection == connection {
                transfer.mayConnectionEnd = true
                if transfer.streamNumber > lastStream { transfer.isExcluded = true }
            }
        }

        /// Finishes a transfer that libcurl has ended, or holds it back until it is known whether its response is complete.
        func finish(_ transfer: CurlTransfer, code: Int32) {
            guard let connection = transfer.streamConnection, transfer.hasHead, let handle = transfer.handle else {
                return finish(transfer, transfer.outcome(code: code))
            }
            // The stream was refused after its head. Other losses leave an error text.
            if code == 56, handle.errorText[0] == 0 { noteConnectionMayEnd(connection) }
            // Other streams may have ended in the same turn, and have been held back since.
            if transfer.connectionEnd != .unknown { streamEnds.waits[connection]?.end = transfer.connectionEnd }
            guard code == 0, transfer.framing.endsWithStream else { return finish(transfer, transfer.outcome(code: code)) }
            switch transfer.connectionEnd {
            case .closed: finishTruncated(transfer)
            case .unknown where !transfer.mayConnectionEnd:
                transfer.connectionEnd = .awaited
                streamEnds.waits[connection, default: StreamEnds.Wait()].later.append(transfer)
            default: finish(transfer, transfer.outcome(code: code))
            }
        }

        /// Called when all transfers that libcurl has ended in a turn have been finished or held back.
        func settleStreamEnds() {
            for (connection, var wait) in streamEnds.waits {
                if wait.end == .closed {
                    streamEnds.waits[connection] = nil
                    for answer in wait.answers + wait.later { finishTruncated(answer) }
                    continue
                }
                // If another stream has ended, libcurl may have looked for input on that stream.
                let isQuiet = wait.later.isEmpty && wait.other?.hasStream(on: connection) == true
                if wait.end == .kept || wait.isJoined || isQuiet {
                    finishComplete(wait.answers)
                    wait.answers = []
                }
                wait.answers += wait.later
                (wait.later, wait.end, wait.isJoined) = ([], .unknown, false)
                wait.other = wait.answers.isEmpty ? nil : active.first { $0.hasStream(on: connection) && $0.pauses.isEmpty }
                if let handle = wait.other?.handle { ek_easy_look_again(handle.easy) } else { finishComplete(wait.answers) }
                streamEnds.waits[connection] = wait.other == nil ? nil : wait
            }
        }

        private func finishComplete(_ answers: [CurlTransfer]) {
            // Some transfers may have been cancelled in the meantime.
            for answer in answers where answer.handle != nil { finish(answer, answer.outcome(code: 0)) }
        }

        /// Finishes a transfer whose connection was closed together with its stream.
        private func finishTruncated(_ answer: CurlTransfer) {
            guard answer.handle != nil else { return }
            if !answer.mayConnectionEnd { answer.failure = answer.failure ?? CurlFailure.brokenConnection(answer.request) }
            finish(answer, answer.outcome(code: 0))
        }
    }
#endif
