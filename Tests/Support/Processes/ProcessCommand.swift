import Foundation
import Spawning

/// A program with its arguments and environment, in C's form.
struct ProcessCommand: Sendable {
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    var program: String
    var arguments: [String]
    var environment: [String: String]
    var directory: String?

    /// Starts the program and returns its process, which must not outlive the calling thread.
    func start(output: Int32, errors: Int32) throws -> pid_t {
        var process = pid_t()
        let failure = Self.withCStrings([program] + arguments) { arguments in
            Self.withCStrings(environment.map { "\($0)=\($1)" }) { environment in
                spawning_start(program, arguments, environment, directory, output, errors, &process)
            }
        }
        guard failure == 0 else { throw Failure(description: "\(program) can't be started: \(String(cString: strerror(failure)))") }
        return process
    }

    /// A list that ends with a null pointer.
    private static func withCStrings<Value>(
        _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Value
    ) -> Value {
        let copies = texts.map { strdup($0) } + [nil]
        defer { for copy in copies { free(copy) } }
        return copies.withUnsafeBufferPointer { list in
            guard let base = list.baseAddress else { preconditionFailure("a list with an element has an address") }
            return body(base)
        }
    }
}
