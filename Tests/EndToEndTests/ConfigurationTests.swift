import BasicsTesting
import Foundation
import Testing

@Suite("Configuration")
struct ConfigurationTests {
  private let program: ProgramUnderTest

  // The tests' files choose the profile.
  init() throws { program = ProgramUnderTest(in: try TemporaryFolder(), environment: ["FETCH_COUNTER_PROFILE": ""]) }

  private var file: URL { program.folder.url.appending(path: ".config/fetch-counter/config.json") }

  private func write(_ text: String, mode: Int = 0o600) throws {
    try program.folder.write(text, to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
  }

  private func shown(_ key: String, _ program: ProgramUnderTest, _ arguments: [String] = []) async throws -> [String] {
    let outcome = try await program.start(["config", "show"] + arguments).outcome()
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    let line = outcome.output.split(separator: "\n").first { $0.hasPrefix(key + "\t") }
    return try #require(line).split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
  }

  @Test("uses a setting's option first, then the variable, the profile, the file and the default")
  func precedence() async throws {
    // Given
    var layered = program
    #expect(try await shown("timeout", layered) == ["timeout", "15s", "the program's default"])
    try write(#"{"timeout": "1s", "profile": "mine", "profiles": {"mine": {"timeout": "2s"}, "other": {}}}"#)

    // When, Then
    #expect(try await shown("timeout", layered, ["--profile", "other"])[1] == "1s")
    #expect(try await shown("timeout", layered)[1] == "2s")
    layered.environment["FETCH_COUNTER_TIMEOUT"] = "3s"
    #expect(try await shown("timeout", layered) == ["timeout", "3s", "the environment variable FETCH_COUNTER_TIMEOUT"])
    #expect(try await shown("timeout", layered, ["--timeout", "4s"]) == ["timeout", "4s", "the option --timeout"])
  }

  @Test("reads the configuration from a pipe, and treats /dev/null as a missing file")
  func specialFiles() async throws {
    try write(#"{"currency": "usd"}"#)
    let pipe = program.folder.url.appending(path: "pipe").path
    try #require(mkfifo(pipe, 0o600) == 0)
    Task.detached { try Data(#"{"currency": "eur"}"#.utf8).write(to: URL(filePath: pipe)) }
    #expect(try await shown("currency", program, ["--config", pipe])[1] == "eur")
    #expect(try await shown("currency", program, ["--config", "/dev/null"])[1] == "aud")
  }

  @Test(
    "reports the location of an error in the configuration file, and suggests a fix",
    arguments: [
      ("{", "it isn't valid JSON: it ends unexpectedly.\n", nil),
      ("", "it is empty; a file without settings must contain {}.\n", nil),
      ("null", "it isn't a JSON object", nil),
      ("{\n  \"currency\": \"é\", 'a'\n}", "it isn't valid JSON: invalid value at line 2, column 20.\n", nil),
      ("[]", "it isn't a JSON object", nil),
      (#"{"timeout": []}"#, "'timeout' must be", nil),
      (#"{"timeout": "soon"}"#, "has an invalid timeout", "Use a duration"),
      (#"{"profiles": 1}"#, "'profiles' isn't an object", nil),
      (#"{"profiles": {"a": 1}}"#, "the profile 'a' isn't an object", nil),
      (#"{"flags": []}"#, "'flags' isn't an object", nil),
      (#"{"profile": "liev"}"#, "There is no profile 'liev'", "Did you mean 'live'?"),
      (#"{"cache_size": "1"}"#, "has an invalid cache_size: it is too small", nil),
      (#"{"counter_url": "ftp://x"}"#, "has an invalid counter_url", nil),
    ] as [(String, String, String?)]
  )
  func wrongFiles(text: String, message: String, hint: String?) async throws {
    try write(text)
    let outcome = try await program.run("config", "show")
    #expect(outcome.exitCode == 2)
    #expect(outcome.messages.contains(message), "\(outcome.messages)")
    if let hint { #expect(outcome.messages.contains(hint), "\(outcome.messages)") }
    #expect(outcome.messages.contains(file.path))
  }

  @Test("warns about unknown configuration keys, suggests the closest match, and continues")
  func unknownKeys() async throws {
    try write(#"{"timout": "1s", "profiles": {"x": {"curency": "eur"}}}"#)
    let outcome = try await program.run("config", "show")
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.contains("Unknown setting 'timout'"))
    #expect(outcome.messages.contains("did you mean 'currency'?"))
  }

  @Test("warns about unknown variables, suggests the closest match, and continues")
  func unknownVariables() async throws {
    // Given
    var mistyped = program
    mistyped.environment = [
      "FETCH_COUNTER_TIMOUT": "1s", "FETCH_COUNTER_QUITE_ELSE": "x", "FETCH_COUNTER_CURENCY": "",
      "FETCH_COUNTER_TIMEOUT": "9s", "FETCH_COUNTER_CONFIG": "/dev/null", "FETCH_COUNTER_LOG": "/dev/null",
    ]
    // When
    let shown = try await mistyped.run("config", "show")
    let quiet = try await mistyped.run("config", "show", "--quiet")
    let examined = try await mistyped.run("doctor", "--json").document()
    // Then
    #expect(shown.exitCode == 0)
    #expect(
      shown.messages == """
        Warning: Unknown environment variable FETCH_COUNTER_QUITE_ELSE.
        Warning: Unknown environment variable FETCH_COUNTER_TIMOUT; did you mean FETCH_COUNTER_TIMEOUT?

        """
    )
    #expect(quiet.messages == "")
    let checks = try #require(examined["checks"] as? [[String: Any]])
    let environment = try #require(checks.first { $0["check"] as? String == "environment" })
    #expect(environment["state"] as? String == "warning")
    #expect((environment["message"] as? String)?.contains("FETCH_COUNTER_TIMOUT; did you mean") == true)
    #expect((environment["cure"] as? String)?.contains("unset FETCH_COUNTER_QUITE_ELSE FETCH_COUNTER_TIMOUT") == true)
  }

  @Test("rejects a secret in a file that other users can read, and redacts the secret everywhere")
  func secrets() async throws {
    // Given
    try write(#"{"coingecko_api_key": "CG-very-secret"}"#, mode: 0o644)

    // When
    let open = try await program.run("config", "show", "--json")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)
    let closed = try await program.run("config", "show", "--json")

    // Then
    #expect(open.exitCode == 2)
    #expect(
      try open.failure()["hint"] as? String
        == "Run 'chmod 600 \(file.path)', or set FETCH_COUNTER_COINGECKO_API_KEY instead."
    )
    #expect(closed.exitCode == 0)
    #expect(closed.output.contains("••••"))
    for text in [open.output, open.messages, closed.output, closed.messages] { #expect(!text.contains("very-secret")) }
  }

  @Test(
    "rejects an API key that isn't a valid header field, and reports the key's origin without showing the key",
    arguments: [
      ["markets", "list"], ["markets", "list", "--offline"], ["markets", "list", "--profile", "live", "--offline"],
      ["open", "markets"], ["config", "show"],
    ]
  )
  func unsendableKeys(arguments: [String]) async throws {
    // Given
    var inVariable = program
    inVariable.environment["FETCH_COUNTER_COINGECKO_API_KEY"] = "secret-one\nsecret-two"
    let other = ProgramUnderTest(in: try TemporaryFolder())
    let file = other.folder.url.appending(path: ".config/fetch-counter/config.json")
    try other.folder.write(#"{"coingecko_api_key": "secret-one\r\nsecret-two"}"#, to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file.path)

    for (run, origin) in [(inVariable, "FETCH_COUNTER_COINGECKO_API_KEY"), (other, file.path)] {
      // When
      let outcome = try await run.start(arguments).outcome()

      // Then
      #expect(outcome.signal == nil)
      #expect(outcome.exitCode == 2)
      #expect(outcome.messages.contains("has an invalid coingecko_api_key: it contains a line break."))
      #expect(outcome.messages.contains(origin))
      #expect(!(outcome.output + outcome.messages).contains("secret"))
    }
  }

  @Test("expands a leading ~ in folder settings to the home folder, regardless of the settings' source")
  func homeFolder() async throws {
    // Given
    let home = program.folder.url.path
    try write(#"{"data_dir": "~/from-file", "cache_dir": "~"}"#)
    var layered = program

    // When, Then
    #expect(try await shown("data_dir", layered)[1] == home + "/from-file")
    #expect(try await shown("cache_dir", layered)[1] == home)
    layered.environment["FETCH_COUNTER_DATA_DIR"] = "~/from-variable"
    #expect(try await shown("data_dir", layered)[1] == home + "/from-variable")
    #expect(try await shown("data_dir", layered, ["--data-dir=~/from-option"])[1] == home + "/from-option")
    // Only a shell expands other users' home directories.
    #expect(try await shown("data_dir", layered, ["--data-dir=~other"])[1] == "~other")
    #expect(try await program.run("fetch", "--log=~/log.jsonl").exitCode == 0)
    for path in ["from-file/sample/count.json", "log.jsonl"] {
      #expect(FileManager.default.fileExists(atPath: home + "/" + path))
    }
    layered.environment = ["HOME": "", "FETCH_COUNTER_CONFIG": file.path]
    let homeless = try await layered.run("status")
    #expect(homeless.exitCode == 2)
    #expect(homeless.messages.contains("Couldn't expand the path ~/from-file: HOME is not set."))
  }

  @Test("requires the configuration file only if its path was specified explicitly")
  func missingFile() async throws {
    #expect(try await program.run("config", "show").exitCode == 0)
    let outcome = try await program.run("config", "show", "--config", "/nowhere/config.json")
    #expect(outcome.exitCode == 2)
    #expect(
      outcome.messages.contains("Couldn't read the configuration file /nowhere/config.json: there is no such file")
    )
    #expect(outcome.messages.contains("config init"))
  }

  @Test("doesn't suggest config init if the configuration file exists but can't be read")
  func unreadableFile() async throws {
    let outcome = try await program.run("config", "show", "--config", "/")
    #expect(outcome.exitCode == 2)
    #expect(outcome.messages.contains("Couldn't read the configuration file /: it is a folder.\n  Check the path.\n"))
  }

  @Test("creates a private, valid configuration file with config init, and never overwrites a file")
  func makesAFile() async throws {
    // When
    let made = try await program.run("config", "init")
    let again = try await program.run("config", "init")
    let path = try await program.run("config", "path")

    // Then
    #expect(made.output == file.path + "\n")
    #expect(path.output == made.output)
    #expect(again.exitCode == 2)
    #expect(again.messages.contains("it already exists"))
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    let shown = try await program.run("config", "show", "--profile", "mine", "--json")
    #expect(shown.exitCode == 0)
    #expect(shown.messages.isEmpty)
    #expect(shown.output.contains(#""origin":"profile","value":"http://localhost:8000""#))
  }

  @Test("creates a private file with config set, keeps its formatting, and reports an overriding source")
  func setsASetting() async throws {
    let outcome = try await program.run("config", "set", "currency", "eur")
    #expect(outcome.messages == "Set currency to “eur” in \(file.path).\n")
    let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(try await shown("currency", program)[1] == "eur")

    try write("{ \"profiles\": {} }", mode: 0o644)
    var overruled = program
    overruled.environment["FETCH_COUNTER_CURRENCY"] = "usd"
    let second = try await overruled.run("config", "set", "currency", "gbp")
    #expect(second.messages.contains("The environment variable FETCH_COUNTER_CURRENCY still overrides currency.\n"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "{ \"profiles\": {}, \"currency\": \"gbp\" }")

    let third = try await program.run("config", "unset", "profile")
    #expect(third.exitCode == 0)
    #expect(third.messages.hasPrefix("profile isn't set in \(file.path)."))
  }

  @Test("refuses a secret whose line doesn't end")
  func endlessSecret() async throws {
    let outcome = try await program.start(
      ["config", "set", "coingecko_api_key", "-"],
      input: String(repeating: "x", count: 70_000)
    ).outcome()
    #expect(outcome.exitCode == 2)
    #expect(outcome.messages.contains("The line on standard input is longer than 65536 bytes."))
    #expect(!FileManager.default.fileExists(atPath: file.path))
  }

  @Test("keeps every change of programs that set and unset different settings at the same time")
  func changesAtTheSameTime() async throws {
    let changes = [
      ["set", "timeout", "9s"], ["unset", "currency"], ["set", "locale", "de_DE"], ["set", "cache_size", "32MB"],
      ["unset", "theme"],
    ]
    for _ in 0..<LongTests.rounds(byDay: 1, byNight: 30) {
      try write(#"{"currency": "eur", "theme": "dark"}"#)
      let programs = try changes.map { try program.start(["config"] + $0) }
      for running in programs { #expect(await running.outcome().exitCode == 0) }
      let object = try JSONSerialization.jsonObject(with: try Data(contentsOf: file)) as? [String: String]
      #expect(object == ["timeout": "9s", "locale": "de_DE", "cache_size": "32MB"])
    }
  }

  @Test("removes what a killed config set left with a key inside, and mentions it in doctor until then")
  func leftovers() async throws {
    try write("{}")
    let leftover = file.deletingLastPathComponent().appending(path: ".config.json.tmp-99999-1")
    try program.folder.write(#"{"coingecko_api_key": "CG-secret"}"#, to: leftover)
    let report = try await program.run("doctor").output
    #expect(report.contains("A killed process left unfinished files, which can contain keys: \(leftover.path)."))
    #expect(try await program.run("config", "set", "currency", "eur").exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: leftover.path))
    #expect(try await !program.run("doctor").output.contains("unfinished"))
  }

  @Test("rejects an unknown profile with config set, and lists the known profiles", arguments: ["bogus", "own"])
  func setsAnUnknownProfile(name: String) async throws {
    let content = #"{"profiles": {"mine": {}}}"#
    try write(content)
    let outcome = try await program.run("config", "set", "profile", name)
    #expect(outcome.exitCode == 2)
    #expect(outcome.messages.contains("There is no profile “\(name)”.\n  The profiles are sample, live, mine."))
    #expect(try String(contentsOf: file, encoding: .utf8) == content)
    #expect(try await program.run("config", "set", "profile", "mine").exitCode == 0)
    #expect(try await shown("profile", program)[1] == "mine")
  }

  @Test("changes a setting with config set while the file's profile is unknown, and warns about the profile")
  func setsBesideAnUnknownProfile() async throws {
    try write(#"{"profile": "bogus"}"#)
    let outcome = try await program.run("config", "set", "currency", "eur")
    #expect(outcome.exitCode == 0)
    #expect(outcome.messages.contains("Set currency to “eur”"))
    #expect(outcome.messages.contains("Warning: There is no profile 'bogus'"))
    #expect(outcome.messages.contains("'fetch-counter config set profile sample'"))
    #expect(try await program.run("config", "set", "profile", "sample").exitCode == 0)
    #expect(try await shown("currency", program)[1] == "eur")
  }

  @Test("reports an unknown theme with its source and a fix, at the start and with doctor")
  func unknownTheme() async throws {
    func problems(_ program: ProgramUnderTest) async throws -> [String] {
      let session = try InteractiveSession(program)
      #expect(await session.ending().exitCode == 2)
      let doctor = try await program.run("doctor")
      #expect(doctor.exitCode == 1)
      let screen = session.text.replacing(/\s+/, with: " ")
      return [screen, doctor.output]
    }
    try write(#"{"theme": "purple"}"#)
    for text in try await problems(program) {
      #expect(text.contains("There is no theme “purple”."))
      #expect(text.contains("It is set by the configuration file \(file.path)."))
      #expect(text.contains("'fetch-counter config set theme auto'"))
    }
    var inVariable = program
    inVariable.environment["FETCH_COUNTER_THEME"] = "purple"
    for text in try await problems(inVariable) { #expect(text.contains("'unset FETCH_COUNTER_THEME'")) }
  }

  @Test("reads a secret from standard input with config set, and stores it only in a private file")
  func setsASecret() async throws {
    let outcome = try await program.start(
      ["config", "set", "coingecko_api_key", "-"],
      input: "CG-secret\n"
    ).outcome()
    #expect(outcome.exitCode == 0)
    #expect(!outcome.messages.contains("CG-secret"))
    #expect(try String(contentsOf: file, encoding: .utf8).contains("\"coingecko_api_key\": \"CG-secret\""))
    try write("{}", mode: 0o644)
    let refused = try await program.start(
      ["config", "set", "coingecko_api_key", "-"],
      input: "CG-secret\n"
    ).outcome()
    #expect(refused.exitCode == 2)
    #expect(try String(contentsOf: file, encoding: .utf8) == "{}")
  }

  @Test("refuses to set a value if the configuration file is a pipe")
  func setOnPipe() async throws {
    // Given a link to a pipe, and another pipe for the second reading: the program validates the file, then changes it
    let folder = program.folder.url
    let pipes = [folder.appending(path: "first"), folder.appending(path: "second")]
    for pipe in pipes { try #require(mkfifo(pipe.path, 0o600) == 0) }
    let link = folder.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: pipes[0])
    Task.detached {
      let first = try FileHandle(forWritingTo: pipes[0])
      try first.write(contentsOf: Data("{}".utf8))
      try FileManager.default.removeItem(at: link)
      try FileManager.default.createSymbolicLink(at: link, withDestinationURL: pipes[1])
      try first.close()
      try Data("{}".utf8).write(to: pipes[1])
    }
    // When
    let outcome = try await program.run("config", "set", "currency", "eur", "--config", link.path)
    // Then
    #expect(outcome.exitCode == 2)
    #expect(outcome.messages.contains("it isn't a regular file"), "\(outcome.messages)")
    for pipe in pipes {
      let kind = try FileManager.default.attributesOfItem(atPath: pipe.path)[.type] as? FileAttributeType
      #expect(kind != .typeRegular)
    }
  }

  @Test("doesn't change an invalid configuration file with config set")
  func setOverWrongFile() async throws {
    try write("{\"timeout\": }")
    let outcome = try await program.run("config", "set", "currency", "eur")
    #expect(outcome.exitCode == 2)
    #expect(outcome.messages.contains("line 1"))
    #expect(try String(contentsOf: file, encoding: .utf8) == "{\"timeout\": }")
  }

  @Test("creates files with the folder's owner when run as root", .enabled(if: geteuid() == 0))
  func makesAFileForItsOwner() async throws {
    // Given another user's home directory
    let home = program.folder.url
    let owner = 65_534
    #expect(chown(home.path, uid_t(owner), gid_t(owner)) == 0)
    let log = home.appending(path: "log")
    let linked = home.appending(path: "linked")
    try program.folder.write("", to: linked)
    let link = home.appending(path: "link")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: linked)

    // When
    let outcome = try await program.run("config", "init", "--log", log.path)
    _ = try await program.run("config", "path", "--log", link.path)

    // Then
    #expect(outcome.exitCode == 0, "\(outcome.messages)")
    let folder = file.deletingLastPathComponent()
    for new in [file, folder, folder.deletingLastPathComponent(), log] {
      let attributes = try FileManager.default.attributesOfItem(atPath: new.path)
      #expect(attributes[.ownerAccountID] as? Int == owner, "\(new.lastPathComponent)")
      #expect(attributes[.groupOwnerAccountID] as? Int == owner, "\(new.lastPathComponent)")
    }
    // And an existing file keeps its owner
    #expect(try FileManager.default.attributesOfItem(atPath: linked.path)[.ownerAccountID] as? Int == 0)
  }

  @Test("has built-in profiles for the sample services and the public services")
  func builtInProfiles() async throws {
    #expect(try await shown("markets_url", program)[1] == "")
    let live = try await shown("markets_url", program, ["--profile", "live"])
    #expect(live[1...] == ["https://api.coingecko.com/api/v3", "the built-in profile 'live'"])
  }
}
