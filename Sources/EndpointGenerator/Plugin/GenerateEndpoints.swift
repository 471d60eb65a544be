import Foundation
import PackagePlugin

/// Runs `endpoints` with the same arguments: `swift package --allow-writing-to-package-directory generate-endpoints openapi.json`.
///
/// It writes to the folder `Generated` in the first target, or in the target named by `--target`, unless `--to` names another folder.
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
        // A plugin knows a program by its target.
        process.executableURL = try context.tool(named: "EndpointGeneratorProgram").url
        process.arguments = options
        process.currentDirectoryURL = context.package.directoryURL
        try process.run()
        process.waitUntilExit()
        // The program has already reported the reason.
        if process.terminationStatus != 0 { Diagnostics.error("No endpoints were generated.") }
    }

    private static func folder(of name: String?, in package: Package) -> URL? {
        let targets = package.targets(ofType: SwiftSourceModuleTarget.self).filter { $0.kind != .test }
        let target = name.map { name in targets.first { $0.name == name } } ?? targets.first
        return target?.directoryURL.appending(path: "Generated")
    }
}
