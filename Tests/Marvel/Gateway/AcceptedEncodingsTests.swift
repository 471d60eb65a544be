import Testing

@testable import MarvelGateway

@Suite struct AcceptedEncodingsTests {
    @Test(arguments: [
        ([], false), (["gzip"], true), (["br, GZIP;q=0.5"], true), (["br", "x-gzip"], true), (["*"], true), (["gzip;q=0"], false),
        (["gzip; q=0, *"], false), (["br"], false), (["identity"], false),
    ])
    func `AcceptedEncodings: gzip is allowed if a weight above zero names it`(fields: [String], allowsGzip: Bool) {
        #expect(AcceptedEncodings(fields).allowsGzip == allowsGzip)
    }
}
