import EndpointGenerator
import Foundation
import TestSupport
import Testing

@Suite struct GeneratedFolderTests {
    private static func withFolder(_ body: (URL) throws -> Void) throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "generated-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: url) }
        try body(url)
    }

    @Test("GeneratedFolder: a second run changes nothing, and another document deletes what it doesn't have")
    func runs() throws {
        try Self.withFolder { url in
            let folder = GeneratedFolder(url.path)
            let first = try folder.write(Golden.all[0].generator(), source: "petshop.json")
            #expect(first.written.count == 25)
            let own = url.appending(path: "Pet+Mine.swift")
            try Data("extension Pet {}".utf8).write(to: own)
            let second = try folder.write(Golden.all[0].generator(), source: "petshop.json")
            #expect(second.unchanged == 25)
            #expect(second.written + second.deleted == [])
            let third = try folder.write(
                Golden.all[0].generator(selection: Selection(operations: ["getInvoice"])), source: "petshop.json")
            #expect(third.deleted.contains("Pet.swift"))
            let names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
            #expect(names == ["OrdersEndpoint.swift", "Pet+Mine.swift", "PetShopClient.swift", "manifest.json"])
        }
    }

    @Test(
        "GeneratedFolder: an edited file and a foreign one are refused, and then nothing changes",
        arguments: ["Pet.swift", "Refusal.swift"])
    func refusals(name: String) throws {
        try Self.withFolder { url in
            let folder = GeneratedFolder(url.path)
            let selection = Selection(operations: name == "Pet.swift" ? [] : ["getInvoice"])
            _ = try folder.write(Golden.all[0].generator(selection: selection), source: "petshop.json")
            try Data("// mine".utf8).write(to: url.appending(path: name))
            let before = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
            let next = Selection(operations: name == "Pet.swift" ? ["getInvoice"] : [])
            #expect {
                try folder.write(Golden.all[0].generator(selection: next), source: "petshop.json")
            } throws: {
                ($0 as? GeneratedFolder.Refusal)?.reasons.count == 1 && "\($0)".contains(name)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() == before)
            #expect(try Data(contentsOf: url.appending(path: name)) == Data("// mine".utf8))
        }
    }

    @Test("GeneratedFolder: a manifest can't delete files elsewhere")
    func foreignManifest() throws {
        try Self.withFolder { url in
            let inner = url.appending(path: "Generated")
            try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
            let victim = url.appending(path: "victim.swift")
            try Data().write(to: victim)
            let digest = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
            try Data(#"{"files": {"../victim.swift": "\#(digest)"}}"#.utf8).write(to: inner.appending(path: "manifest.json"))
            _ = try GeneratedFolder(inner.path).write(Golden.all[1].generator(), source: "comics.json")
            #expect(FileManager.default.fileExists(atPath: victim.path))
        }
    }
}
