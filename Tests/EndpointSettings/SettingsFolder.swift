import EndpointKit
import Foundation
import TestSupport

/// A folder of settings files, which are named in messages without their folder.
struct SettingsFolder {
    let folder: Folder

    init(_ files: [String: String] = [:]) throws {
        folder = try Folder()
        for (name, text) in files { try write(text, to: name) }
    }

    func write(_ text: String, to name: String) throws {
        let file = folder.file(name)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).writeUnsynced(to: file)
    }

    func permit(_ mode: Int, _ name: String) throws {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder.file(name).path)
    }

    func load(_ name: String = "a.json", profile: String? = nil, environment: [String: String] = [:]) throws -> APIConfiguration {
        try APIConfiguration(contentsOf: URL(filePath: name, relativeTo: folder.url), profile: profile, environment: environment)
    }

    /// The problems, one on each line; nil if there are none.
    func problems(_ name: String = "a.json", profile: String? = nil, environment: [String: String] = [:]) -> [String]? {
        do {
            _ = try load(name, profile: profile, environment: environment)
            return nil
        } catch {
            return (error as? APIError)?.configurationProblems.map(\.description)
        }
    }
}

/// Loads settings from this text. Adds a base URL if the text has none.
func settings(_ text: String, profile: String? = nil, environment: [String: String] = [:]) throws -> APIConfiguration {
    try SettingsFolder(["a.json": text]).load(profile: profile, environment: environment)
}

func problems(_ text: String, profile: String? = nil, environment: [String: String] = [:]) throws -> [String]? {
    try SettingsFolder(["a.json": text]).problems(profile: profile, environment: environment)
}
