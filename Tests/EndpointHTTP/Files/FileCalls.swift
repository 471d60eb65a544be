#if canImport(Glibc)
    import Foundation
    import Glibc
    import Synchronization
    import TestSupport

    /// The system calls with which this process makes the files in one folder durable, in order.
    ///
    /// Only a power loss would show whether a file had been flushed to disk, so the functions below wrap the C library's and record the calls.
    final class FileCalls: Sendable {
        enum Call: Equatable {
            /// The size of the file at that time.
            case synchronize(String, size: Int)
            case rename(String, to: String)
        }

        private let folder: String

        init(in folder: Folder) {
            self.folder = folder.url.resolvingSymlinksInPath().path + "/"
            Self.recorded.withLock { $0[self.folder] = [] }
        }

        deinit { Self.recorded.withLock { $0[folder] = nil } }

        /// The calls in the folder, with paths relative to it. The folder itself is "".
        var calls: [Call] { Self.recorded.withLock { $0[folder] ?? [] } }

        /// The calls for each watched folder, by its path.
        private static let recorded = Mutex<[String: [Call]]>([:])

        private static func record(_ path: String, _ call: (_ name: (String) -> String) -> Call) {
            recorded.withLock { recorded in
                guard let folder = recorded.keys.first(where: { (path + "/").hasPrefix($0) }) else { return }
                recorded[folder]?.append(call { String($0.dropFirst(folder.count)) })
            }
        }

        fileprivate static func record(synchronizing descriptor: Int32) {
            var status = stat()
            guard fstat(descriptor, &status) == 0,
                let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")
            else { return }
            let isFile = status.st_mode & S_IFMT == S_IFREG
            record(path) { .synchronize($0(path), size: isFile ? status.st_size : 0) }
        }

        fileprivate static func record(renaming source: String, to target: String) {
            record(target) { .rename($0(source), to: $0(target)) }
        }
    }

    @_cdecl("fsync") func recordedSynchronization(_ descriptor: Int32) -> Int32 {
        FileCalls.record(synchronizing: descriptor)
        return original("fsync", as: (@convention(c) (Int32) -> Int32).self)(descriptor)
    }

    @_cdecl("rename") func recordedRenaming(_ source: UnsafePointer<CChar>, _ target: UnsafePointer<CChar>) -> Int32 {
        FileCalls.record(renaming: String(cString: source), to: String(cString: target))
        return original("rename", as: (@convention(c) (UnsafePointer<CChar>, UnsafePointer<CChar>) -> Int32).self)(source, target)
    }

    /// The C library's function with this name. -1 is RTLD_NEXT, which the importer can't read. It skips this program's own function.
    private func original<Function>(_ name: String, as type: Function.Type) -> Function {
        guard let address = dlsym(UnsafeMutableRawPointer(bitPattern: -1), name) else { fatalError("The C library has no \(name).") }
        return unsafeBitCast(address, to: type)
    }
#endif
