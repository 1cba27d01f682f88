public import CommandLine
public import Foundation

/// A test harness that types command lines into real shells and reads the completions.
public enum CompletionHarness {
  /// A shell failure, or errors that the shell printed.
  public struct ShellFailure: Error, CustomStringConvertible {
    /// The shell's exit status and error output.
    public let description: String
  }

  /// Returns the completions for each line, all from a single process of the shell, which must be installed.
  ///
  /// Each line is a command line up to the cursor. Programs in the directory `programs` take precedence over installed
  /// programs, and `arrange` creates test files in the current directory. The result omits descriptions and
  /// any option name before a value. If the shell fails, the method throws ``ShellFailure``.
  public static func offers(
    _ shell: CompletionShell,
    for tree: CommandTree,
    lines: [String],
    programs: URL? = nil,
    arrange: (URL) throws -> Void = { _ in }
  ) throws -> [Set<String>] {
    try ShellRunner.withFolder { folder in
      let script = folder.appending(path: "script.\(shell.rawValue)")
      try Data(shell.script(for: tree).utf8).write(to: script)
      try arrange(folder)
      let outcome = try ShellRunner.run(
        shell.rawValue,
        beginning(of: shell) + [script.path()] + lines,
        in: folder,
        programs: programs
      )
      guard outcome.errors.isEmpty, outcome.status == 0 else {
        throw ShellFailure(description: "\(shell) exited with \(outcome.status): \(outcome.errors)")
      }
      return try lines.indices.map { index in
        let text = try String(contentsOf: folder.appending(path: "row-\(index)"), encoding: .utf8)
        return Set(text.split(separator: "\n").map { word(in: String($0)) })
      }
    }
  }

  /// Returns a completion without its description, the option name before a value, and the slash after a directory.
  private static func word(in line: String) -> String {
    var word = String(line.prefix { $0 != "\t" })
    if word.hasPrefix("--"), let value = word.split(separator: "=").dropFirst().last { word = String(value) }
    return word.hasSuffix("/") ? String(word.dropLast()) : word.trimmingCharacters(in: .whitespaces)
  }

  private static func beginning(of shell: CompletionShell) -> [String] {
    switch shell {
    case .bash: ["-c", bash, "bash"]
    case .zsh: ["-f", "-c", zsh, "zsh"]
    case .fish: ["--no-config", "-c", fish]
    }
  }

  /// A script that calls the completion function as bash does after Tab, and then adds readline's own completions.
  private static let bash = #"""
    source "$1"
    shift
    read -r _ _ function_name _ <<<"$(complete -p)"
    row=0
    for COMP_LINE; do
      compopt() { if [[ $* == *dirnames* ]]; then names=d; else names=f; fi; }
      names=
      COMP_POINT=${#COMP_LINE}
      # Bash splits words at spaces, and around = and :
      read -r -a COMP_WORDS <<<"${COMP_LINE//=/ = }"
      [[ $COMP_LINE == *[\ =] ]] && COMP_WORDS+=('')
      COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
      COMPREPLY=()
      "$function_name"
      {
        # The words are quoted for a command line.
        if ((${#COMPREPLY[@]} > 0)); then eval "printf '%s\n' ${COMPREPLY[*]}"; fi
        # Readline's own completion of names.
        if [[ -n $names ]]; then compgen -$names -- "${COMP_WORDS[COMP_CWORD]}"; fi
      } >"row-$row"
      row=$((row + 1))
    done
    """#

  private static let fish = """
    source $argv[1]
    set -l row 0
    for line in $argv[2..]
        complete -C $line >row-$row
        set row (math $row + 1)
    end
    """

  /// A script that types the lines into an interactive zsh, and writes the completions to the files `row-0`, `row-1`,
  /// ….
  private static let zsh = #"""
    zmodload zsh/zpty || exit 3
    await() {
      local chunk text
      while zpty -r shell chunk; do
        text+=$chunk
        if [[ $text == *$1* ]]; then return 0; fi
      done
      return 1
    }
    zpty shell zsh -f -i
    zpty -w shell "unsetopt prompt_cr prompt_sp; PS1= PS2=; autoload -U compinit; compinit -u -D; source ${(q)1}"
    zpty -w shell 'compadd() {
      local -a added
      if (( ${@[(I)-[OAD]*]} == 0 )); then builtin compadd -O added "$@"; print -rl -- $added >> row-$row; fi
      builtin compadd "$@"
    }'
    # Send keys only after the line editor reports that it is ready.
    zpty -w shell "bindkey '^T' list-choices; bindkey '^B' kill-whole-line"
    zpty -w shell 'zle-line-init() { print "editing-$row." }; zle -N zle-line-init'
    shift
    row=0
    for line; do
      zpty -w shell "row=$row; : > row-$row"
      await editing-$row. || exit 4
      zpty -w -n shell "$line"$'\x14\x02'
      zpty -w shell "print do''ne-$row."
      await done-$row. || exit 5
      (( row += 1 ))
    done
    zpty -d shell
    """#
}

/// A runner for shells and other programs, which may not be installed.
public enum ShellRunner {
  /// The result of running a process.
  public struct Outcome {
    /// The exit status.
    public let status: Int32

    /// The text on standard output.
    public let output: String

    /// The text on standard error.
    public let errors: String
  }

  /// Returns the full path of a program in `PATH`, or `nil` if it isn't installed.
  public static func path(of program: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(program)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs a program with a separate home directory, and kills it after five minutes.
  public static func run(_ program: String, _ arguments: [String], in folder: URL, programs: URL? = nil) throws
    -> Outcome
  {
    let home = folder.appending(path: ".home")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    let process = Process()
    process.executableURL = URL(filePath: path(of: program) ?? program)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    let usualPath = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
    process.environment = [
      "PATH": programs.map { "\($0.path):\(usualPath)" } ?? usualPath, "HOME": home.path(), "TERM": "dumb",
      "XDG_CONFIG_HOME": home.path(), "XDG_DATA_HOME": home.path(), "XDG_CACHE_HOME": home.path(),
      "LC_ALL": "C.UTF-8",
    ]
    // Unlike a full pipe, a file can't block the program.
    let output = folder.appending(path: ".output")
    let errors = folder.appending(path: ".errors")
    for file in [output, errors] { try Data().write(to: file) }
    process.standardOutput = try FileHandle(forWritingTo: output)
    process.standardError = try FileHandle(forWritingTo: errors)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let watchdog = DispatchWorkItem { kill(process.processIdentifier, SIGKILL) }
    DispatchQueue.global().asyncAfter(deadline: .now() + 300, execute: watchdog)
    process.waitUntilExit()
    watchdog.cancel()
    return Outcome(
      status: process.terminationStatus,
      output: try String(contentsOf: output, encoding: .utf8),
      errors: try String(contentsOf: errors, encoding: .utf8)
    )
  }

  /// Calls a closure with a new directory, and removes the directory afterward.
  public static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "completions-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    return try body(folder)
  }
}
