"""completions.py MARVEL SHELL: completes the names of profiles and files in an interactive shell on a pseudo-terminal, runs the line, and looks at its words."""

import json
import os
import pty
import select
import string
import sys
import tempfile
import time

MARVEL, SHELL = os.path.abspath(sys.argv[1]), sys.argv[2]
START = {
    "bash": ["bash", "--norc", "--noprofile", "-i"],
    "zsh": ["zsh", "-f", "-i"],
    "fish": ["fish", "--no-config", "-i"],
}[SHELL]
SETUP = {
    "bash": "PS1=; bind 'set enable-bracketed-paste off'; bind 'set bell-style none'; source <(marvel completions bash)",
    "zsh": "PS1=; unsetopt beep; unset zle_bracketed_paste; autoload -Uz compinit && compinit -u -D; source <(marvel completions zsh)",
    "fish": "function fish_prompt; end; function fish_greeting; end; marvel completions fish | source",
}[SHELL]
NAMES = [name for c in string.printable[:95] for name in (f"a{c}b", f"{c}b", f"a{c}")] + [
    "$(touch CANARY)", "`touch CANARY`", "x;{touch,CANARY}", "&& touch CANARY", "|touch CANARY", ">CANARY", "<(touch CANARY)", "!touch", "!!",
    "^a^b", "~root", "~", "=ls", "{a,b}", "[a]*?", "%1", "#x", "a:b:c", "a@b", "\\n", "$HOME", "${HOME}", "$'\\n'", "-x y", "*", "'\"\\",
    "a'b\"c$d", "a b c", "été", "名前", "\U0001F577spider", "\u00a0", "\u0301e",
]

work = tempfile.mkdtemp()
out, canary, settings = (os.path.join(work, name) for name in ("out", "CANARY", "s.json"))
os.mkdir(os.path.join(work, "bin"))
# Answers completions as the program does, and records the words of any other line.
stand_in = os.path.join(work, "bin", "marvel")
with open(stand_in, "w") as file:
    file.write(f"#!/bin/sh\ncase $1 in __complete|completions) exec '{MARVEL}' \"$@\" ;; esac\n")
    file.write("for word; do printf '%s\\0' \"$word\"; done >\"$OUT.new\"\nmv \"$OUT.new\" \"$OUT\"\n")
os.chmod(stand_in, 0o755)
ENVIRONMENT = {"PATH": f"{work}/bin:/usr/bin:/bin", "HOME": work, "OUT": out, "TERM": "dumb", "LANG": "C.UTF-8"}


class Shell:
    def __init__(self):
        self.seen = b""
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(work)
            os.execvpe(START[0], START, ENVIRONMENT)
        self.read(1)
        self.write(SETUP + "\r")
        self.read(1)
        self.write("marvel ready\r")
        self.words(20)

    def write(self, text):
        os.write(self.terminal, text.encode())

    def read(self, seconds):
        end = time.time() + seconds
        while (left := end - time.time()) > 0:
            if select.select([self.terminal], [], [], left)[0]:
                data = os.read(self.terminal, 65536)
                self.seen += data
                # The queries that fish sends to a terminal.
                if b"\x1b[c" in data or b"\x1b[0c" in data:
                    self.write("\x1b[?6c")

    def settle(self, seconds):
        count = -1
        while count != len(self.seen):
            count = len(self.seen)
            self.read(seconds)

    def words(self, limit):
        end = time.time() + limit
        while time.time() < end:
            self.read(0.02)
            if os.path.exists(out):
                with open(out, encoding="utf-8", errors="replace") as file:
                    words = file.read().split("\0")[:-1]
                os.unlink(out)
                return words
        return None

    def complete(self, name, quote, patience):
        with open(settings, "w") as file:
            json.dump({"baseURL": "https://h", "profiles": {name: {}}}, file)
        self.seen = b""
        self.write(f"marvel characters --config s.json --profile {quote}{name[0] if quote and name[0].isalnum() else ''}")
        self.settle(0.02)
        self.write("\t")
        self.settle(patience)
        self.write(" end\r")
        return self.words(2)

    def end(self):
        os.close(self.terminal)
        os.kill(self.pid, 9)
        os.waitpid(self.pid, 0)


def is_left_out(name, quote):
    """fish doesn't offer names that begin with a dot, can't quote a ~ at the start, and leaves a quote open after a sign that joins parts of a word."""
    return SHELL == "fish" and (name[0] in "~." or quote and name[-1] in "-,./:=@")


FILES = [f"q{c}b" for c in string.printable[:95] if c != "/"] + ["q`touch CANARY`", "q$(touch CANARY)", "q;touch CANARY", "q b c", "q'a\"b$c"]


def complete_file(shell, start, quote, name, patience):
    """The words of the line after a file's name has been completed, alone or after the letter of an option."""
    folder = os.path.join(work, "files")
    if not os.path.isdir(folder):
        os.mkdir(folder)
        shell.write("cd files\r")
    for other in os.listdir(folder):
        os.unlink(os.path.join(folder, other))
    open(os.path.join(folder, name), "w").close()
    shell.seen = b""
    shell.write(f"marvel image 1 {start}{quote}q")
    shell.settle(0.02)
    shell.write("\t")
    shell.settle(patience)
    shell.write(" end\r")
    return shell.words(2)


wrong = count = 0
shell = Shell()
for quote in ["", "'", '"']:
    for name in NAMES:
        count += 1
        expected = ["characters", "--config", "s.json", "--profile", name, "end"]
        # A busy machine may need longer.
        for patience in [0.12, 1, 4]:
            words = shell.complete(name, quote, patience)
            if words != expected:
                shell.end()
                shell = Shell()
            if words == expected or is_left_out(name, quote):
                break
        else:
            wrong += 1
            print(f"{SHELL}: {quote}{name!r} became {words}: {shell.seen[-200:]}")
        if os.path.exists(canary):
            os.unlink(canary)
            wrong += 1
            print(f"{SHELL}: {quote}{name!r} was run")
# fish leaves out some names. It must not run any.
for start, kept, quotes in [("--file ", ["--file"], ["", "'", '"']), ("-o", [], ["", "'", '"']), ("-qo", [], [""])]:
    for quote in quotes if SHELL == "bash" else [""]:
        for name in FILES:
            count += 1
            word = name if kept else start + name
            expected = ["image", "1", *kept, word, "end"]
            for patience in [0.12, 1, 4]:
                words = complete_file(shell, start, quote, name, patience)
                if words != expected:
                    shell.end()
                    shell = Shell()
                    shell.write("cd files\r")
                if words == expected or SHELL == "fish":
                    break
            else:
                wrong += 1
                print(f"{SHELL}: {start}{quote}{name!r} became {words}: {shell.seen[-200:]}")
            for place in [canary, os.path.join(work, "files", "CANARY")]:
                if os.path.exists(place):
                    os.unlink(place)
                    wrong += 1
                    print(f"{SHELL}: {start}{quote}{name!r} was run")
shell.end()
print(f"{SHELL}: {count} names completed, {wrong} of them wrong")
raise SystemExit(1 if wrong else 0)
