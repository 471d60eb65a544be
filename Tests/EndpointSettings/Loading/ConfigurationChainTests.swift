import EndpointKit
import Foundation
import TestSupport
import Testing

@Suite struct ConfigurationChainTests {
    @Test func `Settings file: an extended file is found relative to the file that names it, and messages name it that way`() throws {
        let folder = try SettingsFolder([
            "a.json": #"{ "extends": "inner/b.json" }"#,
            "inner/b.json": #"{ "extends": "../c.json", "deadline": "5" }"#,
            "c.json": #"{ "baseURL": "https://example.com", "appVersion": 5 }"#,
        ])
        #expect(
            folder.problems() == [
                "inner/b.json:1:39: deadline: expected a duration above zero such as \"500ms\" or \"30s\", found \"5\"; did you mean \"5s\"?",
                "inner/../c.json:1:51: appVersion: expected a string, found 5; did you mean \"5\"?",
            ])
    }

    @Test func `Settings file: the environment determines the home directory`() throws {
        let folder = try SettingsFolder(["a.json": #"{ "extends": "~/b.json" }"#, "b.json": #"{ "baseURL": "https://example.com" }"#])
        #expect(try folder.load(environment: ["HOME": folder.folder.url.path]).baseURL.host() == "example.com")
    }

    @Test(arguments: [
        (["a.json": "a.json"], "a.json:1:14: extends: expected a file that doesn't extend this one, found a.json -> a.json"),
        (
            ["a.json": "b.json", "b.json": "./c.json", "c.json": "b.json"],
            "./c.json:1:14: extends: expected a file that doesn't extend this one, found b.json -> ./c.json -> ./b.json"
        ),
    ])
    func `Settings file: files that extend each other in a cycle are rejected`(files: [String: String], message: String) throws {
        let folder = try SettingsFolder(files.mapValues { #"{ "extends": "\#($0)", "baseURL": "https://example.com" }"# })
        #expect(folder.problems() == [message])
    }

    @Test func `Settings file: a cycle through a symbolic link is rejected`() throws {
        let folder = try SettingsFolder(["a.json": #"{ "extends": "b.json" }"#])
        try FileManager.default.createSymbolicLink(at: folder.folder.file("b.json"), withDestinationURL: folder.folder.file("a.json"))
        #expect(folder.problems()?.first == "a.json:1:14: extends: expected a file that doesn't extend this one, found a.json -> b.json")
    }

    @Test(arguments: [
        ("S3cr3t0Tok99zz", "at \"<14 characters>\","), ("base/S3cr3t0Tok99zz", "at \"<19 characters>\","),
        ("base/base-2.json", "at \"base/base-2.json\","),
    ])
    func `Settings file: the path of a missing extended file is shown if it plainly is a path`(path: String, shown: String) throws {
        let folder = try SettingsFolder(["a.json": #"{ "extends": "\#(path)" }"#])
        let problems = try #require(folder.problems())
        #expect(problems.count == 1 && problems[0].contains(shown) && !problems[0].contains("S3cr3t"), "\(problems)")
    }

    @Test func `Settings file: if a file can't be read, no key is reported as missing`() throws {
        let folder = try SettingsFolder(["a.json": #"{ "extends": "b.json", "deadline": 5, }"#])
        let deadline = "a.json:1:36: deadline: expected a duration above zero such as \"500ms\" or \"30s\", found 5; did you mean \"5s\"?"
        #expect(
            folder.problems(profile: "p") == [
                "a.json:1:14: extends: expected a settings file at \"b.json\", found that it can't be read: No such file or directory",
                deadline,
            ])
        try folder.write("{", to: "b.json")
        #expect(
            folder.problems(profile: "p") == [deadline, "b.json:1:2: expected a key, found the end of the file"])
    }
}
