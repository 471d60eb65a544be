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

    @Test("GeneratedFolder: a second run changes nothing, and a smaller selection deletes the files that are no longer generated")
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
            #expect(names == [".manifest.json", "OrdersEndpoint.swift", "Pet+Mine.swift", "PetShopClient.swift"])
        }
    }

    @Test(
        "GeneratedFolder: an edited or foreign file is an error, and nothing is changed",
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
            try Data(#"{"files": {"../victim.swift": "\#(digest)"}}"#.utf8).write(to: inner.appending(path: ".manifest.json"))
            _ = try GeneratedFolder(inner.path).write(Golden.all[1].generator(), source: "comics.json")
            #expect(FileManager.default.fileExists(atPath: victim.path))
        }
    }

    // MARK: Two versions of a document

    private static func shop(_ paths: String) throws -> Generator { try Generator(paths: "{\(paths)}") }
    private static func operation(_ path: String, _ id: String, _ schema: String) -> String {
        """
        "\(path)": {"get": {"operationId": "\(id)", "responses": {"200": {"description": "", "content": {"application/json": {"schema":
        {"type": "object", "title": "\(schema)", "properties": {"a": {"type": "string"}}}}}}}}}
        """
    }

    @Test("GeneratedFolder: renamed and removed operations leave nothing behind")
    func versions() throws {
        try Self.withFolder { url in
            let folder = GeneratedFolder(url.path)
            let old = Self.operation("/a", "getA", "") + ", " + Self.operation("/b", "getB", "") + ", " + Self.operation("/c", "getC", "")
            let new = Self.operation("/a", "getA", "") + ", " + Self.operation("/b", "readB", "")
            _ = try folder.write(Self.shop(old), source: "shop.json")
            let changes = try folder.write(Self.shop(new), source: "shop.json")
            #expect(changes.written == ["ReadBAnswer.swift", "ShopEndpoint.swift"])
            #expect(changes.deleted == ["GetBAnswer.swift", "GetCAnswer.swift"])
            #expect(changes.unchanged == 2)
            // The result is the same as in a new folder.
            try Self.withFolder { other in
                _ = try GeneratedFolder(other.path).write(Self.shop(new), source: "shop.json")
                let names = try FileManager.default.contentsOfDirectory(atPath: other.path).sorted()
                #expect(try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() == names)
                for name in names {
                    #expect(try Data(contentsOf: url.appending(path: name)) == Data(contentsOf: other.appending(path: name)), "\(name)")
                }
            }
        }
    }

    @Test("GeneratedFolder: after an interrupted run, a run of a third version completes the folder")
    func interruption() throws {
        try Self.withFolder { url in
            let folder = GeneratedFolder(url.path)
            let versions = try ["getA", "readA", "loadA"].map { try Self.shop(Self.operation("/a", $0, "")) }
            _ = try folder.write(versions[0], source: "shop.json")
            // Creates what an interrupted second run leaves behind: after the run's checks, a folder has appeared where it is about to write.
            let manifest = url.appending(path: ".manifest.json")
            let before = try String(contentsOf: manifest, encoding: .utf8)
            _ = try folder.write(versions[1], source: "shop.json")
            let after = try String(contentsOf: manifest, encoding: .utf8)
            let pending = try #require(after.firstMatch(of: /"files": (\{[^}]*\})/)).output.1
            try Data(before.replacing("\"notes\"", with: "\"pending\": \(pending),\n  \"notes\"").utf8).write(to: manifest)
            try versions[0].files["GetAAnswer.swift"].map { try Data($0.utf8).write(to: url.appending(path: "GetAAnswer.swift")) }
            let changes = try folder.write(versions[2], source: "shop.json")
            #expect(changes.deleted == ["GetAAnswer.swift", "ReadAAnswer.swift"])
            #expect(!(try String(contentsOf: manifest, encoding: .utf8)).contains("pending"))
            #expect(try folder.write(versions[2], source: "shop.json").written == [])
        }
    }

    // MARK: What is in the way

    @Test("GeneratedFolder: a file in place of the folder, and a link or a folder in place of a file, are refused")
    func inTheWay() throws {
        try Self.withFolder { url in
            let generator = try Golden.all[1].generator()
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            let file = url.appending(path: "file")
            try Data("mine".utf8).write(to: file)
            let folder = url.appending(path: "Generated")
            #expect(throws: GeneratedFolder.Refusal.self) { try GeneratedFolder(file.path).write(generator, source: "comics.json") }
            #expect(throws: GeneratedFolder.Refusal.self) {
                try GeneratedFolder(file.appending(path: "Generated").path).write(generator, source: "comics.json")
            }
            try FileManager.default.createDirectory(at: folder.appending(path: "Problem.swift"), withIntermediateDirectories: true)
            try FileManager.default.createSymbolicLink(at: folder.appending(path: "Image.swift"), withDestinationURL: file)
            let error = #expect(throws: GeneratedFolder.Refusal.self) {
                try GeneratedFolder(folder.path).write(generator, source: "comics.json")
            }
            #expect(error?.reasons.count == 2)
            #expect(try Data(contentsOf: file) == Data("mine".utf8))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["Image.swift", "Problem.swift"])
        }
    }

    @Test("GeneratedFolder: an invalid manifest, and a link to a manifest, are refused", arguments: ["[]", "", "{}"])
    func foreignManifests(text: String) throws {
        try Self.withFolder { url in
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
            let manifest = url.appending(path: ".manifest.json")
            let real = url.appending(path: "real.json")
            try Data((text.isEmpty ? "{\"files\": {}}" : text).utf8).write(to: text.isEmpty ? real : manifest)
            if text.isEmpty { try FileManager.default.createSymbolicLink(at: manifest, withDestinationURL: real) }
            #expect(throws: GeneratedFolder.Refusal.self) {
                try GeneratedFolder(url.path).write(Golden.all[1].generator(), source: "comics.json")
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: url.path).count == (text.isEmpty ? 2 : 1))
        }
    }
}
