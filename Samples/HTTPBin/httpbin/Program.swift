internal import EndpointKit
internal import HTTPBinAPI

/// The program: it makes one call after the other, and prints a line for each.
struct Program: Sendable {
    var client: HTTPBinClient
    var print: @Sendable (String) -> Void

    static func configuration(of standIn: StandIn) -> APIConfiguration {
        var configuration = APIConfiguration(baseURL: standIn.url)
        configuration.policies.proxy = .direct
        return configuration
    }

    /// Returns whether every call was answered. A refusal is an answer.
    func run() async -> Bool {
        let answers = [
            await ask("a form", client.post(["name": "Ada Lovelace", "sum": "1+1"])) { response in
                response.value.form.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
            },
            await ask("a forbidden page", client.status(403)) { "\($0.status)" },
            await ask("a rejected token", client.bearer()) { "accepted with the token \"\($0.value.token)\"" },
            await ask("a transient failure", client.status(503, 200).retrying(Self.patience)) { "\($0.status)" },
            await ask("an empty body", client.status(200)) { "\($0.status), decoded with \($0.value.note ?? "no members")" },
            await ask("JSON behind a guard", client.greeting(Self.guarded)) { "hello \($0.value.hello)" },
        ]
        return !answers.contains(false)
    }

    private static let guarded = Data(StandIn.guarded.utf8).base64EncodedString()
    private static let patience = RetryPolicy(maxAttempts: 3, backoff: Backoff(initial: .milliseconds(50)))

    private func ask<Value>(_ question: String, _ call: Call<Value>, _ text: (Response<Value>) -> String) async -> Bool {
        do {
            let response = try await call.response
            print("\(question): \(text(response)), \(Self.count(response.attempts))")
            return true
        } catch let error as APIError {
            guard let refusal = error.underlying as? HTTPBinError else {
                print("\(question): \(error.message)")
                return error.code == .badStatus
            }
            print("\(question): \(refusal.message), code \(refusal.code)")
            return true
        } catch {
            print("\(question): \(error)")
            return false
        }
    }

    private static func count(_ attempts: [Attempt]) -> String { attempts.count == 1 ? "at once" : "after \(attempts.count) attempts" }
}
