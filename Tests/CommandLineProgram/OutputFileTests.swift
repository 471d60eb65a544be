import EndpointKit
import Foundation
import TestSupport
import Testing

@testable import CommandLineProgram

@Suite struct OutputFileTests {
    private let folder: Folder
    private let console = Console(send: { _ in }, report: { _ in })

    init() throws { folder = try Folder() }

    private func path(_ name: String) -> String { folder.file(name).path }
    private func link(_ name: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(atPath: path(name), withDestinationPath: target)
    }
    private func text(_ name: String) throws -> String { try String(contentsOf: folder.file(name), encoding: .utf8) }
    private func number(_ name: String) throws -> UInt64? {
        try FileManager.default.attributesOfItem(atPath: path(name))[.systemFileNumber] as? UInt64
    }
    private func message(_ body: () throws -> Void) -> String? {
        do { try body() } catch { return (error as? Failure)?.lines.first }
        return nil
    }

    @Test func `OutputFile: a new or existing file contains exactly the data`() throws {
        for data in ["older and longer", "new"] {
            try OutputFile(path("file")).write(Data(data.utf8), console: console)
            #expect(try text("file") == data)
        }
        #expect(folder.names == ["file"])
    }

    @Test func `OutputFile: a replacement keeps the permissions, but not setuid`() throws {
        for mode in [0o600, 0o664, 0o6755] {
            try folder.write(Array("older".utf8), to: "file")
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path("file"))
            try OutputFile(path("file")).write(Data("new".utf8), console: console)
            #expect(try folder.permissions("file") == mode & 0o777)
        }
    }

    @Test func `OutputFile: a link is followed anywhere, and its target is replaced instead of overwritten`() throws {
        try folder.write(Array("older".utf8), to: "target")
        try FileManager.default.createDirectory(at: folder.file("below"), withIntermediateDirectories: false)
        try link("below/relative", to: "../target")
        try link("chain", to: "below/relative")
        try link("absolute", to: path("chain"))
        let earlier = try number("target")
        try OutputFile(path("absolute")).write(Data("new".utf8), console: console)
        #expect(try text("target") == "new")
        #expect(try number("target") != earlier)
        for name in ["absolute", "chain", "below/relative"] {
            #expect(try FileManager.default.attributesOfItem(atPath: path(name))[.type] as? FileAttributeType == .typeSymbolicLink)
        }
        #expect(folder.names == ["absolute", "below", "chain", "target"])
    }

    @Test func `OutputFile: a link to a missing file is followed too`() throws {
        try link("dangling", to: "new")
        try link("chain", to: path("dangling"))
        try OutputFile(path("chain")).write(Data("new".utf8), console: console)
        #expect(try text("new") == "new" && folder.names == ["chain", "dangling", "new"])
    }

    @Test func `OutputFile: all paths to a file are recognized as the same, whether or not it exists yet`() throws {
        try link("chain", to: "file")
        for isThere in [false, true] {
            if isThere { try folder.write([], to: "file") }
            for name in ["file", "./file", "../\(folder.url.lastPathComponent)/file", "chain"] {
                #expect(OutputFile.areSame(path(name), path("file")))
            }
            #expect(OutputFile.areSame(path("chain"), path("file")))
            for name in ["other", "no/file"] { #expect(!OutputFile.areSame(path(name), path("file"))) }
        }
    }

    #if os(Linux)
        @Test func `OutputFile: a full device is detected before there is any data`() throws {
            try link("full", to: "/dev/full")
            let stream = open("/dev/full", O_WRONLY)
            defer { close(stream) }
            for path in ["/dev/full", path("full"), "/dev/fd/\(stream)"] {
                #expect(message { _ = try OutputFile(path) } == "\(path) could not be written: No space left on device.")
            }
            #expect(message { _ = try OutputFile("/dev/null") } == nil)
        }
    #endif

    @Test func `OutputFile: an output that can't be written is an error with the reason`() throws {
        try link("dangling", to: "nowhere/file")
        try link("loop", to: "loop")
        #expect(message { _ = try OutputFile(path("dangling")) }?.hasSuffix(" could not be written: No such file or directory.") == true)
        #expect(
            message { _ = try OutputFile(path("loop")) }?.hasSuffix("loop could not be written: Too many levels of symbolic links.") == true
        )
        #expect(message { _ = try OutputFile(folder.url.path) }?.hasSuffix(" could not be written: Is a directory.") == true)
        #expect(message { _ = try OutputFile(path("no/file")) }?.hasSuffix(" could not be written: No such file or directory.") == true)
        #expect(folder.names == ["dangling", "loop"])
    }

    @Test func `OutputFile: a write-protected file is rejected before there is any data, and stays`() throws {
        try folder.write(Array("older".utf8), to: "file")
        chmod(path("file"), 0o444)
        try link("link", to: "file")
        for name in ["file", "link"] {
            #expect(message { _ = try OutputFile(path(name)) } == "\(path(name)) could not be written: it is write-protected.")
        }
        #expect(try text("file") == "older")
    }

    @Test(.enabled(if: getuid() == 0, "Only the superuser can give a file away."))
    func `OutputFile: a file of another user is rejected, even for the superuser`() throws {
        try folder.write(Array("older".utf8), to: "file")
        try #require(chown(path("file"), 65_534, 65_534) == 0)
        #expect(message { _ = try OutputFile(path("file")) } == "\(path("file")) could not be written: it belongs to another user.")
    }

    @Test func `OutputFile: a stream that is closed or read-only is detected before there is any data`() throws {
        #expect(message { _ = try OutputFile("/dev/fd/2147483647") } == "/dev/fd/2147483647 could not be written: Bad file descriptor.")
        let reader = open("/dev/null", O_RDONLY)
        defer { close(reader) }
        #expect(message { _ = try OutputFile("/dev/fd/\(reader)") } == "/dev/fd/\(reader) could not be written: Bad file descriptor.")
    }

    @Test(.enabled(if: getuid() != 0, "The superuser may write everywhere."))
    func `OutputFile: a folder without permission is detected before there is any data`() throws {
        try FileManager.default.createDirectory(at: folder.file("closed"), withIntermediateDirectories: false)
        chmod(path("closed"), 0o500)
        #expect(message { _ = try OutputFile(path("closed/file")) }?.hasSuffix("could not be written: Permission denied.") == true)
    }

    @Test func `OutputFile: data goes through a pipe, even through a link to it`() throws {
        try #require(mkfifo(path("pipe"), 0o600) == 0)
        try link("link", to: "pipe")
        // There is a reader from the start, so neither side waits.
        let reader = open(path("pipe"), O_RDWR | O_NONBLOCK)
        defer { close(reader) }
        for name in ["pipe", "link"] {
            try OutputFile(path(name)).write(Data(name.utf8), console: console)
            var bytes = [UInt8](repeating: 0, count: 10)
            #expect(read(reader, &bytes, bytes.count) == 4 && Data(bytes[..<4]) == Data(name.utf8))
        }
        #expect(folder.names == ["link", "pipe"])
    }

    #if os(Linux)
        @Test func `OutputFile: a socket isn't replaced by a file`() throws {
            let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            defer { close(socket) }
            // The path of a temporary folder may be too long for a socket's address.
            let name = "/tmp/\(UUID().uuidString.prefix(8))"
            defer { unlink(name) }
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name.utf8) }
            let bound = withUnsafePointer(to: address) { address in
                address.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
            }
            try #require(bound == 0)
            #expect(
                message { try OutputFile(name).write(Data("x".utf8), console: console) }
                    == "\(name) could not be written: No such device or address.")
            #expect(try FileManager.default.attributesOfItem(atPath: name)[.type] as? FileAttributeType == .typeSocket)
        }
    #endif

    @Test(arguments: [
        ("-", OutputFile.Place.standardOutput), ("/dev/null", .device("/dev/null")), ("/dev/stdout", .stream(1)),
        ("/dev/stderr", .stream(2)),
        ("/dev/fd/1", .stream(1)),
    ])
    func `OutputFile: devices and open streams of any kind are written to`(path: String, place: OutputFile.Place) throws {
        #expect(try OutputFile(path).place == place)
    }
}
