internal import EndpointKit

/// The shells that the program has completions for. The program itself finds what may come next, so their scripts only ask it.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The hidden command that a script asks.
    static let command = "__complete"
    /// A line of its answer: here may come a file's name.
    static let files = ":files"

    func script(for program: String) -> String {
        switch self {
        case .bash:
            #"""
            _\#(program)() {
                local line value quote= word=${COMP_WORDS[COMP_CWORD]}
                COMPREPLY=()
                if [[ $word == [\"\']* ]]; then quote=${word:0:1} word=${word:1}; else word=${word//\\/}; fi
                while IFS= read -r line; do
                    if [[ $line == \#(Self.files) ]]; then
                        compopt -o filenames 2>/dev/null
                        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$2")
                    else
                        value=${line%%$'\t'*}
                        if [[ ! $quote ]]; then value=${value// /\\ }; fi
                        COMPREPLY+=("$value")
                    fi
                done < <("$1" \#(Self.command) -- "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$word" 2>/dev/null)
            }
            complete -F _\#(program) \#(program)

            """#
        case .zsh:
            #"""
            #compdef \#(program)
            _\#(program)() {
                local -a found
                local line
                while IFS= read -r line; do
                    if [[ $line == \#(Self.files) ]]; then _files; else found+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}"); fi
                done < <("${words[1]}" \#(Self.command) -- "${(@)words[2,CURRENT]}" 2>/dev/null)
                (( $#found )) && _describe \#(program) found
            }
            compdef _\#(program) \#(program)

            """#
        case .fish:
            #"""
            function __\#(program)_complete
                set -l words (commandline -opc)
                set -l current (commandline -ct)
                for line in ($words[1] \#(Self.command) -- $words[2..-1] "$current" 2>/dev/null)
                    if test "$line" = \#(Self.files)
                        __fish_complete_path "$current"
                    else
                        echo $line
                    end
                end
            end
            complete -c \#(program) -f -a '(__\#(program)_complete)'

            """#
        }
    }
}

extension Program {
    /// The words that can replace the last one, each followed by a tab and its description.
    func candidates(after words: [String]) -> [String] {
        // bash hands `--output=js` over as three words, and completes the last of them.
        var line: [String] = []
        for word in words {
            if let last = line.last, last.hasPrefix("--"), word == "=" || last.hasSuffix("=") {
                line[line.count - 1] += word
            } else {
                line.append(word)
            }
        }
        guard let word = line.popLast() else { return [] }
        let isSplit = word != words.last
        // The words after "help" name a command, as any line does.
        let reading = CommandLineReading(self, line.first == "help" ? line.dropFirst() : line[...])
        return reading.candidates(for: word).map { candidate in
            isSplit && candidate != Shell.files ? String(candidate.drop { $0 != "=" }.dropFirst()) : candidate
        }
    }
}

extension CommandLineReading {
    fileprivate func candidates(for word: String) -> [String] {
        if let awaiting { return Self.values(of: awaiting.kind, for: word) }
        if word.hasPrefix("--"), !isOver, let sign = word.firstIndex(of: "=") {
            let name = word[..<sign].dropFirst(2)
            let kind = options.first { $0.name == name }?.kind
            return Self.values(of: kind, for: String(word[sign...].dropFirst())).map { $0 == Shell.files ? $0 : "--\(name)=\($0)" }
        }
        if word.hasPrefix("-"), !isOver {
            return options.filter { !has($0.name) && "--\($0.name)".hasPrefix(word) }.map { "--\($0.name)\t\($0.summary)" }
        }
        if let nextArgument { return Self.values(of: nextArgument.kind, for: word) }
        return command.commands.filter { !$0.isHidden && $0.name.hasPrefix(word) }.map { "\($0.name)\t\($0.summary)" }
    }

    private static func values(of kind: ValueKind?, for word: String) -> [String] {
        switch kind {
        case .file?: return [Shell.files]
        case .choices(let words)?:
            let start = word.lastIndex(of: ",").map { String(word[...$0]) } ?? ""
            return words.map { start + $0 }.filter { $0.hasPrefix(word) }
        case .choice(let words)?: return words.filter { $0.hasPrefix(word) }
        default: return []
        }
    }
}
