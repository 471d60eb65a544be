import Testing

@testable import MarvelGateway

@Suite struct EntityTagsTests {
    @Test(arguments: [
        (#""TAG""#, true), ("TAG", true), (#"W/"TAG""#, true), (#""a,b", W/"c" ,"TAG""#, true), ("*", true), (#""other""#, false),
        (#""TAGx""#, false), ("\"", false), ("", false), (#""a", *"#, false), ("*, *", false),
    ])
    func `EntityTags: tags match weakly, and * alone matches any`(field: String, matches: Bool) {
        #expect(EntityTags([field]).match("TAG") == matches && EntityTags([#""other""#, field]).match("TAG") == (matches && field != "*"))
    }
}
