import Foundation
import PackagePlugin

/// `swift package --allow-writing-to-package-directory generate-endpoints openapi.json`: runs `endpoints` with the same arguments.
///
/// It writes to the folder `Generated` of the first target, or of the one after `--target`, unless there is `--to`.
@main struct GenerateEndpoints: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        var given = ArgumentExtractor(arguments)
        let name = given.extractOption(named: "target").last
        var options = given.remainingArguments
        let isAlone = options.contains { ["--to", "--help", "-h", "--version"].contains($0) || $0.hasPrefix("--to=") }
        if !isAlone {
            guard let folder = Self.folder(of: name, in: context.package) else {
                Diagnostics.error(name.map { "The package has no target \($0)." } ?? "The package has no target. Add --to FOLDER.")
                return
            }
            options += ["--to", folder.path(percentEncoded: false)]
        }
        let process = Process()
        process.executableURL = try context.tool(named: "endpoints").url
        process.arguments = options
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        // The program has said why.
        if process.terminationStatus != 0 { Diagnostics.error("No endpoints were generated.") }
    }

    private static func folder(of name: String?, in package: Package) -> URL? {
        let targets = package.targets(ofType: SwiftSourceModuleTarget.self).filter { $0.kind != .test }
        let target = name.map { name in targets.first { $0.name == name } } ?? targets.first
        return target?.directoryURL.appending(path: "Generated")
    }
}
