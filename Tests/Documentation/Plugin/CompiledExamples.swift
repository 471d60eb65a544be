import Foundation
import PackagePlugin

/// Adds the examples of the documents to the sources of a test target: a source for each template in `Tests/Documentation/Examples`.
@main struct CompiledExamples: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        let root = context.package.directoryURL
        let templates = files(of: root.appending(path: "Tests/Documentation/Examples"), ["swift"])
        // The package in Samples/Server has its own tests.
        let documents = (files(of: root, ["md"]) + ["Sources", "Samples"].flatMap { files(of: root.appending(path: $0), ["swift"]) })
            .filter { !$0.path.hasPrefix(root.appending(path: "Samples/Server").path) }
        let output = context.pluginWorkDirectoryURL
        return [
            .buildCommand(
                displayName: "Reading the documents' examples", executable: try context.tool(named: "ExampleReader").url,
                arguments: [output.path] + (templates + documents).map(\.path), inputFiles: templates + documents,
                outputFiles: templates.map { output.appending(path: $0.deletingPathExtension().lastPathComponent + "Examples.swift") })
        ]
    }

    private func files(of folder: URL, _ extensions: Set<String>) -> [URL] {
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        return (files?.compactMap { $0 as? URL } ?? []).filter { extensions.contains($0.pathExtension) }.sorted { $0.path < $1.path }
    }
}
