internal import EndpointKit

/// The shells for which the program has completions. The program itself finds the candidates, so the scripts only call it. In bash, the
/// script also quotes the candidates, which may come from files; zsh and fish quote them automatically.
enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// The hidden command that a script calls.
    static let command = "__complete"
    /// Begins a line of its output if a file's name completes the word. The part of the word before that name follows a tab.
    static let files = ":files"

    func script(for program: String) -> String {
        switch self {
        case .bash:
            #"""
            _\#(program)() {
                local line value kept file quote= start= program=$1 word=${COMP_WORDS[COMP_CWORD]}
                COMPREPLY=()
                if [[ $program == "~/"* ]]; then program=$HOME${program:1}; fi
                # Readline replaces what follows an opening quote, which may follow an option's letter.
                if [[ $word == *[\"\']* ]]; then
                    start=${word%%[\"\']*}
                    if [[ ! $start || $start == -* && $start != *\\ ]]; then
                        quote=${word:${#start}:1} word=$start${word:${#start}+1}
                    else
                        start=
                    fi
                fi
                if [[ $quote != \' ]]; then IFS= read word <<<"$word"; fi
                while IFS= read -r line; do
                    value=${line%%$'\t'*}
                    if [[ $value != \#(Self.files) ]]; then
                        _\#(program)_add "$value"
                        continue
                    fi
                    kept=${line#*$'\t'}
                    if [[ ! $kept ]]; then compopt -o filenames 2>/dev/null; fi
                    while IFS= read -r value; do
                        file=$value
                        if [[ $file == "~/"* ]]; then file=$HOME${file:1}; fi
                        if [[ $kept ]]; then
                            if [[ -d $file ]]; then value+=/; compopt -o nospace 2>/dev/null; fi
                            _\#(program)_add "$kept$value"
                        elif [[ -e $file || -L $file ]]; then
                            # Readline quotes the names of files, but not a line of one.
                            COMPREPLY+=("$value")
                        fi
                    done < <(if [[ $kept ]]; then compgen -f -- "${word#"$kept"}"; else compgen -f -- "$2"; fi)
                done < <("$program" \#(Self.command) -- "${COMP_WORDS[@]:1:COMP_CWORD-1}" "$word" 2>/dev/null)
            }
            # Adds a word, quoted as the line needs it.
            _\#(program)_add() {
                local value=${1#"$start"}
                case $quote in
                \') value=${value//\'/\'\\\'\'} ;;
                \")
                    value=${value//\\/\\\\} value=${value//\"/\\\"} value=${value//\$/\\\$} value=${value//\`/\\\`}
                    value=${value//\!/\"\\!\"}
                    ;;
                *) if [[ $value == *[!a-zA-Z0-9_.,:=@%+/-]* ]]; then printf -v value %q "$value"; fi ;;
                esac
                # Readline leaves out a quote where one is already.
                if [[ $quote && $value == "$quote"* ]]; then value=$quote$value; fi
                if [[ $quote && $value == *"$quote" ]]; then value+=$quote; fi
                COMPREPLY+=("$value")
            }
            complete -F _\#(program) \#(program)

            """#
        case .zsh:
            // If zsh loads the script from fpath, the first call runs it as the function's body, so that call must also complete.
            #"""
            #compdef \#(program)
            _\#(program)() {
                local -a found
                local line value program=${(Q)words[1]}
                if [[ $program == "~/"* ]]; then program=$HOME${program#"~"}; fi
                while IFS= read -r line; do
                    value=${line%%$'\t'*}
                    if [[ $value == \#(Self.files) ]]; then
                        compset -P "${(b)line#*$'\t'}"
                        _files
                    else
                        found+=("${${value//\\/\\\\}//:/\\:}:${line#*$'\t'}")
                    fi
                done < <("$program" \#(Self.command) -- "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)
                (( $#found )) && _describe \#(program) found
            }
            if [[ ${funcstack[1]} == _\#(program) ]]; then _\#(program) "$@"; else compdef _\#(program) \#(program); fi

            """#
        case .fish:
            #"""
            function __\#(program)_complete
                set -l words (commandline -opc)
                set -l current (string replace -r '^[\'"]' '' -- (commandline -ct))
                set current (string unescape -- $current; or printf '%s\n' $current)
                set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
                for line in ($program \#(Self.command) -- $words[2..-1] "$current" 2>/dev/null)
                    set -l parts (string split -m 1 \t -- $line)
                    if test "$parts[1]" = \#(Self.files)
                        set -l start (string sub -s (math 1 + (string length -- "$parts[2]")) -- "$current")
                        for path in (__fish_complete_path "$start")
                            printf '%s\n' "$parts[2]$path"
                        end
                    else if not string match -q '~*' -- $line
                        # fish takes a "~" for a home directory, and there is no way to quote it.
                        printf '%s\n' $line
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
    ///
    /// - Parameter profiles: the profiles of the settings file at a path; nil for the file that is used without `--config`.
    func candidates(after words: [String], profiles: (String?) -> [String] = { _ in [] }) -> [String] {
        // bash passes `--output=js` as three words, and completes the last one.
        var line: [String] = []
        for word in words {
            if let last = line.last, last.hasPrefix("-"), word == "=" || last.hasSuffix("=") {
                line[line.count - 1] += word
            } else {
                line.append(word)
            }
        }
        guard let word = line.popLast() else { return [] }
        let reading = CommandLineReading(self, line)
        let helped = word.hasPrefix("-") ? nil : helped(by: reading)
        let candidates = helped?.candidates(for: word) ?? reading.candidates(for: word, profiles)
        if word == words.last { return candidates }
        return candidates.map {
            $0.hasPrefix(Shell.files) ? "\(Shell.files)\t" : String($0[($0.firstIndex(of: "=") ?? $0.endIndex)...].trimmingPrefix("="))
        }
    }

    /// The command that the words after "help" name, without its arguments; nil for any other line, or for an unknown command.
    private func helped(by reading: CommandLineReading<Context>) -> Command<Context>? {
        guard reading.path.count == 2, reading.command.name == helpCommand.name, reading.awaiting == nil else { return nil }
        return reading.words(of: "command").reduce(root as Command<Context>?) { command, name in command?.command(name) }
    }
}

extension Command {
    /// The subcommands whose names begin with the word.
    fileprivate func candidates(for word: String) -> [String] {
        commands.filter { !$0.isHidden && $0.name.hasPrefix(word) }.map { "\($0.name)\t\($0.summary)" }
    }
}

extension CommandLineReading {
    fileprivate func candidates(for word: String, _ profiles: (String?) -> [String]) -> [String] {
        func values(of kind: ValueKind?, after sign: String.Index? = nil) -> [String] {
            guard kind == .profile else { return Self.values(of: kind, for: word, after: sign) }
            return Self.values(of: .choice(profiles(value(of: "config"))), for: word, after: sign)
        }
        if let awaiting { return mayCome(awaiting.name) ? values(of: awaiting.kind) : [] }
        if word.hasPrefix("--"), !isOver, let sign = word.firstIndex(of: "=") {
            return values(of: known { $0.option(word[..<sign].trimmingPrefix("--")) }?.kind, after: sign)
        }
        if word.hasPrefix("-"), !word.hasPrefix("--"), word != "-", !isOver { return attached(to: word) }
        if word.hasPrefix("-"), !isOver {
            return possibleOptions.filter { !has($0.name) && "--\($0.name)".hasPrefix(word) }.map { "--\($0.name)\t\($0.summary)" }
        }
        if let nextArgument { return Self.values(of: nextArgument.kind, for: word) }
        return command.candidates(for: word)
    }

    /// The candidates for `-ofi`, `-o=fi`, or `-q` itself.
    private func attached(to word: String) -> [String] {
        var rest = word[...].unicodeScalars.dropFirst()
        while let letter = rest.popFirst() {
            guard let option = known({ $0.option(short: Character(letter)) }) else { return [] }
            if option.takesWord, let next = rest.first {
                let sign = next == "=" ? rest.startIndex : word.unicodeScalars.index(before: rest.startIndex)
                return Self.values(of: option.kind, for: word, after: sign)
            }
        }
        return [word]
    }

    /// - Parameter end: the last character of the word before the value; nil if there is none.
    private static func values(of kind: ValueKind?, for word: String, after end: String.Index? = nil) -> [String] {
        let kept = end.map { String(word.through($0)) } ?? ""
        let value = word.trimmingPrefix(kept)
        let start = value.lastIndex(of: ",").map { String(value.through($0)) } ?? ""
        let words: [String]
        switch kind {
        case .file?: return ["\(Shell.files)\t\(kept)"]
        // Each key is offered only once.
        case .choices(let all)?: words = all.filter { !ValueKind.list(start).contains($0) }.map { start + $0 }
        case .orders(let all)?:
            let keys = ValueKind.list(start).map(ValueKind.key)
            words = all.filter { !keys.contains(ValueKind.key(of: $0)) }.map { start + $0 }
        // A line of the output can't contain a control character, and no shell displays one unchanged.
        case .choice(let all)?: words = all.filter { !$0.unicodeScalars.contains { $0.properties.generalCategory == .control } }
        case .boolean?: words = ["true", "false"]
        default: words = []
        }
        return words.filter { $0.hasPrefix(value) }.map { kept + $0 }
    }
}
