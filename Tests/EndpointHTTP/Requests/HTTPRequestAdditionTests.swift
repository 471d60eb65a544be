import Testing

// Additions are tracked only for redirects.
@testable import EndpointHTTP

@Suite struct HTTPRequestAdditionTests {
    /// An adapter's action, and the names that count as added by it.
    struct Edit<Value: Sendable>: Sendable {
        let added: [String]
        let run: @Sendable (inout Value) -> Void

        init(adds added: [String], _ run: @escaping @Sendable (inout Value) -> Void) {
            self.added = added
            self.run = run
        }
    }

    private func additions(of headers: HTTPHeaders) -> [String] {
        var names: [String] = []
        var copy = headers
        copy.removeFields { field, isAddition in
            if isAddition { names.append(field.name) }
            return false
        }
        return names
    }

    @Test(arguments: [
        Edit<HTTPHeaders>(adds: []) { _ in }, Edit(adds: ["D"]) { $0.append("D", "5") }, Edit(adds: ["B"]) { $0["B"] = "5" },
        Edit(adds: ["A"]) { $0["A"] = "5" }, Edit(adds: []) { $0["b"] = nil },
        Edit(adds: ["D"]) {
            $0["D"] = "5"
            $0["A"] = nil
        },
        Edit(adds: ["C", "D"]) {
            $0["C"] = "5"
            $0["b"] = nil
            $0.append("D", "6")
        },
        Edit(adds: ["D", "E"]) { $0.formUnion(["a": "5", "D": "5", "E": "6"]) }, Edit(adds: ["A", "B"]) { $0 = ["A": "1", "B": "2"] },
    ])
    func `HTTPRequest: added and changed fields are distinguished from existing ones`(_ edit: Edit<HTTPHeaders>) {
        var headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3", "C": "4"]
        headers.beginAdditions()
        edit.run(&headers)
        #expect(additions(of: headers) == edit.added)
    }

    @Test func `HTTPRequest: additions are distinguished even beyond the 63rd field`() {
        var headers = HTTPHeaders()
        for index in 0..<70 { headers.append("H\(index)", "") }
        #expect(additions(of: headers).count == 70)
        headers.beginAdditions()
        #expect(additions(of: headers) == [])
        headers.append("New", "")
        headers["H65"] = "1"
        headers["H66"] = nil
        #expect(additions(of: headers) == ["H65", "New"])
        headers.formUnion(["H1": "2", "Other": "2"])
        #expect(additions(of: headers) == ["H65", "New", "Other"])
        headers.beginAdditions()
        #expect(additions(of: headers) == [])
    }

    @Test(arguments: [
        Edit<Query>(adds: []) { _ in }, Edit(adds: ["c"]) { $0.append("c", "3") }, Edit(adds: ["a"]) { $0.append(["a": 1]) },
        Edit(adds: []) { $0.removeAll(named: "x") },
        Edit(adds: ["c"]) {
            $0.append("c", "3")
            $0.removeAll(named: "a")
        },
        Edit(adds: ["d"]) {
            $0.removeAll(named: "b")
            $0.append("d", "4")
        },
        Edit(adds: ["d"]) {
            for name in ["a", "b"] { $0.removeAll(named: name) }
            $0.append("d", "4")
        },
        Edit(adds: ["a", "c"]) { $0 = ["a": 1, "c": 2] },
    ])
    func `HTTPRequest: added query items are distinguished from existing ones`(_ edit: Edit<Query>) {
        var query = Query(encoded: "a=1&&&b=2&a=")
        query.beginAdditions()
        edit.run(&query)
        #expect(query.additions.map(\.name) == edit.added)
    }

    @Test func `HTTPRequest: the mark where additions begin isn't part of a query's value`() {
        let query: Query = ["a": 1]
        var settled = query
        settled.beginAdditions()
        #expect(query == settled)
        #expect(query.hashValue == settled.hashValue)
        #expect(query.hasAdditions)
        #expect(!settled.hasAdditions)
    }
}
