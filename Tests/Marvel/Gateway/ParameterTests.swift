import EndpointKit
import Testing

@Suite struct ParameterTests {
    private static let tooMany = "You may not request more than 100 items."
    private static let noLimit = "You must pass an integer limit greater than 0."

    @Test(arguments: [
        ("limit=101", tooMany), ("limit=99999999999999999999999", tooMany), ("limit=0", noLimit), ("limit=abc", noLimit),
        ("limit", noLimit),
    ])
    func `a limit is a whole number from 1 to 100`(query: String, status: String) async throws {
        let response = try await GatewayCaller().call("/characters", query)
        #expect(response.status == 409)
        #expect(response.text == #"{"code":409,"status":"\#(status)"}"#)
    }

    @Test(arguments: [
        "offset=-1", "offset=99999999999999999999999", "orderBy=id", "modifiedSince=2014-02-30", "name=",
        "name=\(String(repeating: "x", count: 251))", "comics=1,", "comics=1,2,3,4,5,6,7,8,9,10,11", "title=A", "limit=1&limit=2",
    ])
    func `a parameter that is unknown, empty, too long or invalid is a conflict`(query: String) async throws {
        let response = try await GatewayCaller().call("/characters", query)
        #expect(response.status == 409)
        #expect(response.text.hasPrefix(#"{"code":409,"status":""#))
    }

    @Test(arguments: [
        "limit=100", "offset=9223372036854775807", "orderBy=-modified,name", "modifiedSince=2014-04-29",
        "modifiedSince=2014-04-29T14:18:17.250%2B02:00", "comics=1,2,3,4,5,6,7,8,9,10", "nameStartsWith=%F0%9F%95%B7",
    ])
    func `what is documented is accepted`(query: String) async throws {
        let response = try await GatewayCaller().call("/characters", query)
        #expect(response.status == 200, "\(response.text)")
    }

    @Test(arguments: [
        ("comics", "focDate,onsaleDate,title,issueNumber,modified"), ("events", "name,startDate,modified"),
        ("series", "title,startYear,modified"), ("stories", "id,modified"),
    ])
    func `each list has its own orders`(list: String, orders: String) async throws {
        let caller = try GatewayCaller()
        for order in orders.split(separator: ",") {
            #expect(try await caller.call("/characters/1009610/\(list)", "orderBy=\(order)").status == 200)
            #expect(try await caller.call("/characters/1009610/\(list)", "orderBy=-\(order)").status == 200)
        }
        #expect(try await caller.call("/characters/1009610/\(list)", "orderBy=lastName").status == 409)
        // A list leaves out the filter of what it belongs to.
        #expect(try await caller.call("/characters/1009610/\(list)", "characters=1009610").status == 409)
    }
}
