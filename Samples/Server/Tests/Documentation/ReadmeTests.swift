import Testing

@Suite struct ReadmeTests {
    @Test func `README: its example equals the one that is compiled here`() throws {
        let (text, example) = try (Readme.text(), Readme.source("ReadmeExample.swift"))
        #expect(text.contains("```swift\n\(example)```"))
    }

    @Test func `README: the versions in the manifest are those listed in RELEASING`() throws {
        let releasing = try Readme.source("../../../../RELEASING.md")
        let packages = try Readme.source("../../Package.swift").matches(of: /"https:\S+\/(\S+)", from: "(\S+)"/)
        try #require(packages.count > 5)
        for package in packages { #expect(releasing.contains("\(package.1) \(package.2)")) }
    }
}
