import EndpointKit
import Testing

@Suite struct DecisionListTests {
    private let standard = APIClient.standardDecisions

    private func names(_ decisions: [any ResponseDecision]) -> [String] { decisions.map { "\(type(of: $0))" } }

    @Test func `Decision list: the standard list is retry, bad status, parse`() {
        #expect(names(standard) == ["RetryDecision", "BadStatusDecision", "ParseDecision"])
    }

    @Test func `Decision list: removing a type removes all decisions of that type`() {
        #expect(names(standard.removing(RetryDecision.self)) == ["BadStatusDecision", "ParseDecision"])
        #expect(names((standard + standard).removing(ParseDecision.self)).count == 4)
        #expect(names(standard.removing(EmptyBodyDecision.self)) == names(standard))
    }

    @Test func `Decision list: decisions are replaced in place`() {
        #expect(
            names(standard.replacing(BadStatusDecision.self, with: EmptyBodyDecision()))
                == ["RetryDecision", "EmptyBodyDecision", "ParseDecision"])
        #expect(names(standard.replacing(EmptyBodyDecision.self, with: ParseDecision())) == names(standard))
    }

    @Test func `Decision list: a decision is inserted before the first of a type, or at the end`() {
        #expect(
            names(standard.inserting(EmptyBodyDecision(), before: ParseDecision.self))
                == ["RetryDecision", "BadStatusDecision", "EmptyBodyDecision", "ParseDecision"])
        #expect(names((standard + standard).inserting(EmptyBodyDecision(), before: RetryDecision.self)).first == "EmptyBodyDecision")
        #expect(names(standard.inserting(EmptyBodyDecision(), before: EmptyBodyDecision.self)).last == "EmptyBodyDecision")
        #expect(names([any ResponseDecision]().inserting(ParseDecision(), before: RetryDecision.self)) == ["ParseDecision"])
    }
}
