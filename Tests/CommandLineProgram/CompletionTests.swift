import EndpointKit
import TestSupport
import Testing

@testable import CommandLineProgram

@Suite struct CompletionTests {
    private func words(_ line: String...) -> [String] {
        Tool.program.candidates(after: line).map { String($0.prefix { $0 != "\t" }) }
    }

    @Test func `Completion: commands and options come with their summaries`() {
        #expect(words("") == ["things", "shelf", "fail", "help", "completions", "manual"])
        #expect(Tool.program.candidates(after: ["sh"]) == ["shelf\tadds to shelves, and removes them"])
        #expect(words("shelf", "") == ["add", "remove"])
        #expect(words("things", "7", "") == ["parts"])
        #expect(words("things", "--l") == ["--limit"])
        #expect(!words("things", "--limit", "3", "--").contains("--limit"))
        #expect(words("things", "--", "--").isEmpty)
        #expect(words("help", "sh") == ["shelf"] && words("help", "things", "") == ["parts"] && words("help", "shelf", "a") == ["add"])
        #expect(words("help", "nothing", "").isEmpty && words("help", "--co") == ["--color"])
    }

    @Test func `Completion: known values are completed`() {
        #expect(words("things", "--order-by", "") == ["name", "-name"])
        #expect(words("things", "--order-by=n") == ["--order-by=name"])
        #expect(words("things", "--kinds", "big,s") == ["big,small"])
        #expect(words("completions", "z") == ["zsh"])
        #expect(words("things", "--limit", "").isEmpty && words("things", "").isEmpty)
        #expect(words("things", "-o", "") == [":files"] && words("shelf", "remove", "x") == [":files"])
        #expect(words("things", "--kinds", "small,") == ["small,big"], "None of them twice.")
        #expect(words("things", "--sorts", "-size,") == ["-size,name", "-size,-name"], "Nor a key in two directions.")
        #expect(words("fail", "--kinds", "").isEmpty, "It has no such option.")
        #expect(words("things", "--open=") == ["--open=true", "--open=false"])
    }

    @Test func `Completion: profiles come from the named file, or from the user's own file`() {
        func words(_ line: String...) -> [String] { Tool.program.candidates(after: line) { $0 == nil ? ["own"] : ["live", "local"] } }
        #expect(words("things", "--profile", "") == ["own"] && words("--profile=") == ["--profile=own"])
        #expect(words("things", "--config", "a.json", "--profile", "lo") == ["local"])
    }

    @Test func `Completion: a command's options are completed even before the command`() {
        #expect(words("--order-by", "") == ["name", "-name"] && words("--order-by=-") == ["--order-by=-name"])
        #expect(words("--ord") == ["--order-by"] && words("--sh") == ["--share"] && words("--l") == ["--limit"])
        #expect(!words("--").contains("--nothing") && words("-q", "--col") == ["--color"])
    }

    @Test func `Completion: options that conflict with given ones aren't offered`() {
        #expect(words("things", "--ne") == ["--newer"] && words("things", "7", "--ne").isEmpty)
        #expect(words("things", "--pi") == ["--picture"] && words("things", "7", "--pi") == ["--picture"])
    }

    @Test func `Completion: a value may be attached to a short option`() {
        func lines(_ line: String...) -> [String] { Tool.program.candidates(after: line) }
        #expect(lines("things", "-o/a") == [":files\t-o"] && lines("things", "-ao/a") == [":files\t-ao"])
        #expect(lines("things", "-o=/a") == [":files\t-o="] && lines("things", "-o", "=", "/a") == [":files\t"])
        #expect(lines("things", "--file=/a") == [":files\t--file="] && lines("things", "--file", "=", "/a") == [":files\t"])
        #expect(lines("things", "-o") == ["-o"] && lines("things", "-a") == ["-a"] && lines("things", "-x").isEmpty)
    }

    @Test func `Completion: bash passes an option with its value as three words`() {
        #expect(words("things", "--order-by", "=", "n") == ["name"])
        #expect(words("things", "--order-by", "=") == ["name", "-name"])
        #expect(words("things", "--order-by", "=", "name", "--a") == ["--all"])
    }

    /// Bash completions of the built programs.
    @Test(
        .enabled(if: SystemProgram.isInstalled("bash"), "bash isn't installed."),
        arguments: [
            ("marvel", "com", ["comics", "comic", "completions"]), ("marvel", "characters 1009610 s", ["series", "stories"]),
            ("marvel", "characters --output = c", ["csv"]), ("marvel", "comics --no-v", ["--no-variants"]),
            ("marvel", "help conf", ["config"]), ("github", "search --output j", ["json"]), ("httpbin", "--li", ["--live"]),
            ("marvel", "config check Package.s", ["Package.swift"]), ("marvel", "comics --config = Package.s", ["Package.swift"]),
            ("marvel", "comics --format gr", [#"graphic\ novel"#]),
            ("marvel", #"comics --format "gr"#, ["graphic novel"]), ("marvel", "--out", ["--output"]),
            ("marvel", "--output = n", ["ndjson"]),
            ("marvel", "image 7 -oPackage.s", ["-oPackage.swift"]), ("marvel", "image 7 -oSourc", ["-oSources/"]),
            ("marvel", "image 7 --file = Package.s", ["Package.swift"]), ("marvel", "image 7 --file=Package.s", ["--file=Package.swift"]),
            ("marvel", "comics --config Config/marvel.json --profile l", ["local"]),
            ("github", "search --config Config/github.json --profile = t", ["token"]), ("marvel", "image 7 --of com", ["comics", "comic"]),
            ("marvel", "help comics cr", ["creators"]), ("marvel", "comics 7 --of", ["--offline"]),
            ("marvel", "comics --of", ["--offset", "--offline"]),
            ("marvel", "characters --order-by name,-m", ["name,-modified"]), ("marvel", "characters --order-by name,-n", []),
            ("marvel", "comics --no-variants = f", ["false"]),
        ])
    func `Completion: bash completes a line`(program: String, line: String, expected: [String]) async throws {
        let script = #"""
            source <("$0" completions bash)
            COMP_WORDS=("$0" "$@")
            COMP_CWORD=$#
            complete -p "$1" >/dev/null 2>&1
            _\#(program) "$0" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
            printf '%s\n' "${COMPREPLY[@]}"
            """#
        let root = URL(filePath: #filePath).appending(path: "../../..").standardizedFileURL
        let output = try await SystemProgram.run(
            "bash", ["-c", script, BuiltProgram.path(of: program)] + line.split(separator: " ").map(String.init), in: root)
        #expect(String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init) == expected)
    }

    /// Names that contain each printable ASCII character, alone and among others, and some names that a shell would run as commands.
    private static let names =
        (0x20...0x7E).map { String(Unicode.Scalar(UInt8($0))) }.flatMap { ["\($0)_", "x\($0)_", "zz\($0)"] } + [
            "x;{touch,CANARY}", "$(touch CANARY)", "`touch CANARY`", "&& touch CANARY", "<(touch CANARY)", "!!", "~root", "$'\\n'", "'\"\\",
            "été", "名前", "\u{1F577}", "a\u{A0}b",
        ]

    /// `.ci/completions` types the same names into bash, zsh and fish.
    @Test(.enabled(if: SystemProgram.isInstalled("bash"), "bash isn't installed."), arguments: ["", "'", "\""])
    func `Completion: bash treats a profile's name as one word, whatever characters it has`(quote: String) async throws {
        let folder = try Folder()
        // A file has at most 100 profiles.
        for start in stride(from: 0, to: Self.names.count, by: 100) {
            let profiles = JSON.object(Self.names[start...].prefix(100).reduce(into: JSON.Object()) { $0[$1] = [:] })
            try folder.write(Array("{ \"baseURL\": \"https://h\", \"profiles\": \(profiles) }".utf8), to: "\(start / 100).json")
        }
        // Readline closes an unclosed quote, and omits the quote that the word begins with.
        let script = #"""
            source <("$0" completions bash)
            for file in *.json; do
                COMP_WORDS=(marvel characters --config $file --profile "$1") COMP_CWORD=5
                _marvel "$0" "$1" --profile
                for word in "${COMPREPLY[@]}"; do
                    line=$1${word#"$1"}
                    if [[ $1 && $line != *?"$1" ]]; then line+=$1; fi
                    eval "words=($line)"
                    printf '%s\n' "${#words[@]} $words"
                done
            done
            """#
        let output = try await SystemProgram.run(
            "bash", ["-c", script, BuiltProgram.path(of: "marvel"), quote], environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"],
            in: folder.url)
        let found = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        #expect(found == Self.names.map { "1 \($0)" })
        #expect(!FileManager.default.fileExists(atPath: folder.file("CANARY").path))
    }

    /// Readline doesn't recognize a file's name that follows a short option's letter.
    @Test(.enabled(if: SystemProgram.isInstalled("bash"), "bash isn't installed."), arguments: ["-o", "-qo", "-o'", "-o\""])
    func `Completion: bash treats a file's name after an option's letter as one word`(start: String) async throws {
        let folder = try Folder()
        let names = Set(Self.names.filter { !$0.contains("/") }.map { "q\($0)" }).sorted()
        for name in names { try folder.write([], to: name) }
        let script = #"""
            source <("$0" completions bash)
            COMP_WORDS=(marvel image 1 "$1q") COMP_CWORD=3
            _marvel "$0" "$1q" 1 2>/dev/null
            quote=${1//[^\'\"]/}
            for word in "${COMPREPLY[@]}"; do
                # What Readline replaces begins after the quote.
                line=$quote${word#"$quote"}
                if [[ $quote ]]; then
                    if [[ $line != *?"$quote" ]]; then line+=$quote; fi
                    line=${1%"$quote"}$line
                fi
                eval "words=($line)"
                printf '%s\n' "${#words[@]} $words"
            done
            """#
        let output = try await SystemProgram.run(
            "bash", ["-c", script, BuiltProgram.path(of: "marvel"), start], environment: ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"],
            in: folder.url)
        let found = String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init)
        let option = start.filter { $0 != "'" && $0 != "\"" }
        #expect(Set(found) == Set(names.map { "1 \(option)\($0)" }))
        #expect(!FileManager.default.fileExists(atPath: folder.file("CANARY").path))
    }

    @Test func `Completion: a name with a control character isn't offered`() {
        let names = ["a\nb", "a\tb", "\u{1B}[2J", "\u{7F}", "\u{85}", "a b"]
        #expect(Tool.program.candidates(after: ["things", "--profile", ""]) { _ in names } == ["a b"])
    }

    @Test(.enabled(if: SystemProgram.isInstalled("bash"), "bash isn't installed."), arguments: ["~/bin", "./bin"])
    func `Completion: bash completes a program that is called by its path`(folder: String) async throws {
        let home = try Folder()
        try FileManager.default.createDirectory(at: home.file("bin"), withIntermediateDirectories: true)
        let program = BuiltProgram.path(of: "marvel")
        try FileManager.default.createSymbolicLink(atPath: home.file("bin/marvel").path, withDestinationPath: program)
        let script = #"""
            source <("$0" completions bash)
            COMP_WORDS=("$1" sto) COMP_CWORD=1
            _marvel "$1" sto "$1"
            printf '%s\n' "${COMPREPLY[@]}"
            """#
        let output = try await SystemProgram.run(
            "bash", ["-c", script, program, "\(folder)/marvel"], environment: ["HOME": home.url.path, "PATH": "/usr/bin:/bin"], in: home.url
        )
        #expect(String(decoding: output, as: UTF8.self) == "stories\nstory\n")
    }

    /// Stand-ins for functions that exist in zsh only while a line is edited.
    private static let zsh = #"""
        compdef() { }
        compset() { }
        _files() { print files }
        _describe() { print -l -- ${(P)2%%:*} }
        words=("$@") CURRENT=$# PREFIX=${@[-1]}
        """#
    /// Reads the script as a startup file does.
    private static let sourced =
        zsh + #"""

            source <(marvel completions zsh)
            _marvel
            """#
    /// Reads the script as a file in fpath, whose first call must also complete.
    private static let autoloaded =
        zsh + #"""

            fpath=(${folder::=$(mktemp -d)})
            marvel completions zsh > $folder/_marvel
            autoload -Uz _marvel
            _marvel
            rm -r $folder
            """#
    private static let fish = #"marvel completions fish | source; complete -C "$argv" | string split -f 1 \t; true"#

    @Test(
        .enabled(if: ["zsh", "fish"].contains(where: SystemProgram.isInstalled), "Neither zsh nor fish is installed."),
        arguments: [
            ("zsh", ["-f", "-c", sourced, "zsh"]), ("zsh", ["-f", "-c", autoloaded, "zsh"]), ("fish", ["--no-config", "-c", fish]),
        ].filter { SystemProgram.isInstalled($0.0) },
        [
            ("marvel com", ["comic", "comics", "completions"]), ("marvel characters 1009610 s", ["series", "stories"]),
            ("marvel --output=n", ["--output=ndjson"]), ("marvel comics --no-v", ["--no-variants"]),
            ("marvel help comics cr", ["creators"]),
        ])
    func `Completion: zsh and fish complete a line, if they are installed`(shell: (String, [String]), line: (String, [String])) async throws
    {
        let bin = URL(filePath: BuiltProgram.path(of: "marvel")).deletingLastPathComponent().path(percentEncoded: false)
        let words = shell.0 == "zsh" ? line.0.split(separator: " ").map(String.init) : [line.0]
        let output = try await SystemProgram.run(shell.0, shell.1 + words, environment: ["PATH": "\(bin):/usr/bin:/bin"])
        #expect(String(decoding: output, as: UTF8.self).split(separator: "\n").map(String.init).sorted() == line.1)
    }

    @Test(.enabled(if: SystemProgram.isInstalled("bash"), "bash isn't installed."))
    func `Completion: bash registers the function for the program`() async throws {
        let script = #"source <("$0" completions bash); complete -p marvel"#
        let output = try await SystemProgram.run("bash", ["-c", script, BuiltProgram.path(of: "marvel")])
        #expect(String(decoding: output, as: UTF8.self) == "complete -F _marvel marvel\n")
    }
}
