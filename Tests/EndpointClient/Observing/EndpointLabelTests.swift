import EndpointKit
import Foundation
import Testing

@Suite struct EndpointLabelTests {
    private static let id = 7
    private static let routes: [(Route, String)] = [
        (.get("heroes"), "GET heroes"), (.get("heroes/\(id)"), "GET heroes/{id}"),
        (.delete("a/\(id)/b/\("x")/c"), "DELETE a/{id}/b/{id}/c"),
        (.get("v1.2/hero-\(id).json"), "GET v1.2/{id}"), (.get("bot\(Secret("abc"))/send"), "GET {id}/send"),
        (.get(Path("heroes/7/comics" as String)), "GET heroes/{id}/comics"),
        (.get(Path("user/ann@example.com" as String)), "GET user/{id}"),
        (.get(Path("v1/v234/heroes" as String)), "GET v1/{id}/heroes"),
        (.post("/a/", query: ["q": 1]), "POST /a/"), (.get("a/\("")"), "GET {invalid}"), (.get(""), "GET "),
    ]

    @Test(arguments: routes.indices) func `Endpoint label: a route's label is its template, so that all its calls are counted together`(
        index: Int
    ) throws {
        let (route, label) = Self.routes[index]
        #expect(Self.label(of: route) == label)
        let url = try #require(URL(string: "https://example.com/films/12/cast"))
        #expect(Self.label(of: .get(url)) == "GET /films/{id}/cast")
    }

    private static func label(of route: Route) -> String {
        CallEvent(callID: 1, endpoint: route, elapsed: .zero, kind: .queued).endpointLabel
    }
}
