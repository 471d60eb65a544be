import EndpointKit
import Testing

@Suite struct HTTPMethodTests {
    @Test(arguments: [
        (HTTPMethod.get, true, true), (.head, true, true), (.options, true, true), (.trace, true, true), (.put, false, true),
        (.delete, false, true),
        (.post, false, false), (.patch, false, false), ("PURGE", false, false), ("get", false, false),
    ])
    func `HTTPMethod: isSafe and isIdempotent follow RFC 9110`(method: HTTPMethod, isSafe: Bool, isIdempotent: Bool) {
        #expect(method.isSafe == isSafe)
        #expect(method.isIdempotent == isIdempotent)
        #expect("\(method)" == method.rawValue)
    }
}
