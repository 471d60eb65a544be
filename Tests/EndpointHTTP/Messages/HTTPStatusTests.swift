import EndpointKit
import Testing

@Suite struct HTTPStatusTests {
    @Test(
        arguments: [
            (HTTPStatus(rawValue: Int.min), "-9223372036854775808", ""), (0, "0", ""), (99, "99", ""), (100, "100 Continue", "1"),
            (199, "199", "1"),
            (.ok, "200 OK", "2"), (299, "299", "2"), (.notModified, "304 Not Modified", "3"), (399, "399", "3"),
            (400, "400 Bad Request", "4"),
            (.tooManyRequests, "429 Too Many Requests", "4"), (499, "499", "4"), (500, "500 Internal Server Error", "5"), (599, "599", "5"),
            (600, "600", ""),
        ] as [(HTTPStatus, String, String)])
    func `HTTPStatus: it has a class and a phrase, whatever its number`(status: HTTPStatus, description: String, statusClass: String) {
        #expect(status.description == description)
        #expect(status.isInformational == (statusClass == "1"))
        #expect(status.isSuccess == (statusClass == "2"))
        #expect(status.isRedirection == (statusClass == "3"))
        #expect(status.isClientError == (statusClass == "4"))
        #expect(status.isServerError == (statusClass == "5"))
    }

    @Test func `HTTPStatus: statuses are ordered by number`() {
        #expect(HTTPStatus.ok < 204)
        #expect([500, 200, 404].sorted() == [200, 404, 500] as [HTTPStatus])
    }
}
