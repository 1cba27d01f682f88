import BasicsTesting
import Foundation
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Tests that run the built program with closed descriptors, low limits, pipes instead of files and unusual variables.
///
/// By day, some of the rows run one or two commands; by night, all rows run all commands.
@Suite("Hostile environment")
struct HostileEnvironmentTests {
  private static let isComplete = LongTests.areEnabled

  private static let commands = [
    ["fetch"], ["status"], ["directory", "list"], ["markets", "list"],
    ["markets", "portfolio", "buy", "bitcoin", "1", "--price", "2"],
    ["markets", "alerts", "add", "bitcoin", "above", "9"],
    ["doctor"], ["config", "show"], ["help"],
  ]

  /// Text that no message may contain: internal names and crash output.
  private static let internals = [
    ".swift", "fetch_counter", "factory", "Optional(", "Error Domain", "NSError", "Fatal error", "Backtrac", "0x", "..",
  ]

  struct Row: CustomTestStringConvertible, Sendable {
    let name: String
    /// The script for `/bin/sh`; `"$0" "$@"` is the command.
    var script = #"exec "$0" "$@""#
    /// A path relative to the home directory; pipes without a peer replace the file or the directory's files.
    var pipe: String?
    var options: [String] = []
    /// The commands to run; if `nil`, any command.
    var commands: [[String]]?
    /// Whether the row is included only in a complete run.
    var isRare = false

    var testDescription: String { name }
  }

  private static let rows: [Row] = {
    var rows = [
      (["<&-"], false), ([">&-"], false), (["2>&-"], true), (["<&-", ">&-"], true), (["<&-", "2>&-"], true),
      ([">&-", "2>&-"], false), (["<&-", ">&-", "2>&-"], false),
    ].map { closed, isRare in
      Row(
        name: "closed: \(closed.joined(separator: " "))",
        script: #"exec "$0" "$@" "# + closed.joined(separator: " "),
        options: ["--log", "log.jsonl"],
        isRare: isRare
      )
    }
    rows += (3...30).map { count in
      Row(
        name: "ulimit -n \(count)",
        script: #"ulimit -n \#(count) && exec "$0" "$@""#,
        isRare: ![5, 9, 14, 24].contains(count)
      )
    }
    rows += stride(from: 100_000, through: 400_000, by: 20_000).map { size in
      Row(name: "ulimit -v \(size)", script: #"ulimit -v \#(size) && exec "$0" "$@""#, isRare: size != 140_000)
    }
    rows += [
      Row(name: "ulimit -d 50000", script: #"ulimit -d 50000 && exec "$0" "$@""#, isRare: true),
      Row(name: "no file may grow", script: #"ulimit -f 0 && exec "$0" "$@""#),
      Row(name: "full output", script: #"exec "$0" "$@" >/dev/full"#),
      Row(name: "full outputs", script: #"exec "$0" "$@" >/dev/full 2>&1"#, isRare: true),
      Row(name: "full log", options: ["--log", "/dev/full"], isRare: true),
      Row(name: "no HOME", script: #"unset HOME XDG_DATA_HOME; exec "$0" "$@""#),
      Row(name: "relative HOME", script: #"unset XDG_DATA_HOME; HOME=home exec "$0" "$@""#, isRare: true),
      Row(name: "no TMPDIR", script: #"TMPDIR=/nonexistent exec "$0" "$@""#, isRare: true),
      Row(name: "odd TZ", script: #"TZ=':../../<x>' exec "$0" "$@""#, isRare: true),
      Row(name: "odd LANG", script: #"LANG=tlh_XX.none LC_ALL='///' exec "$0" "$@""#, isRare: true),
      Row(
        name: "long language",
        script: #"LANG=englishunitedkingdom_GB.UTF-8 exec "$0" "$@""#,
        commands: [["cache", "show"], ["open", "settings"]]
      ),
      Row(
        name: "names of one character",
        options: ["--data-dir", "d", "--cache-dir", "e", "--config", "c"],
        commands: [["doctor"], ["config", "init"], ["config", "set", "theme", "x"]]
      ),
      Row(name: "empty environment", script: #"exec env -i "$0" "$@""#, isRare: true),
      Row(name: "data folder in /proc", script: #"XDG_DATA_HOME=/proc exec "$0" "$@""#),
      Row(name: "cache folder in /proc", script: #"XDG_CACHE_HOME=/proc exec "$0" "$@""#, isRare: true),
      Row(name: "read-only folders", script: #"chmod -R a-w . && exec "$0" "$@""#, isRare: true),
      Row(name: "unreadable folders", script: #"chmod 0 data .cache && exec "$0" "$@""#, isRare: true),
      Row(
        name: "pipe as configuration",
        pipe: ".config/fetch-counter/config.json",
        isRare: true
      ),
      Row(name: "pipe as cache entries", pipe: ".cache/fetch-counter/http/*"),
      Row(name: "pipe as log", pipe: "log.jsonl", options: ["--log", "log.jsonl"]),
      Row(
        name: "pipe as output",
        pipe: "export",
        commands: [
          ["markets", "portfolio", "export", "--output", "export"], ["directory", "export", "--output", "export"],
        ],
        isRare: true
      ),
      Row(
        name: "pipe as input",
        pipe: "import",
        commands: [["markets", "portfolio", "import", "import"], ["directory", "list", "--from", "import"]],
        isRare: true
      ),
    ]
    let files = [
      "sample/count.json", "sample/count.json.lock", "sample/ledger.jsonl", "sample/ledger.jsonl.lock",
      "sample/alerts.json", "sample/alerts.json.lock", "flags.json", "preferences.json", "session.json",
    ]
    rows += files.map { file in
      Row(
        name: "pipe as \(file)",
        pipe: "data/fetch-counter/\(file)",
        isRare: !["sample/count.json", "sample/ledger.jsonl"].contains(file)
      )
    }
    return isComplete ? rows : rows.filter { !$0.isRare }
  }()

  /// A home directory with a count of 1, a purchase, an alert and a full cache.
  private static let template = Task {
    let folder = try TemporaryFolder()
    let program = ProgramUnderTest(in: folder)
    for command in commands where !["doctor", "config", "help"].contains(command[0]) {
      let outcome = try await program.start(command).outcome()
      try #require(outcome.exitCode == 0, "\(outcome.messages)")
    }
    return folder
  }

  @Test("exits with a documented exit code, a readable message and intact data", arguments: rows)
  func endures(row: Row) async throws {
    let template = try await Self.template.value
    let position = Self.rows.firstIndex { $0.name == row.name } ?? 0
    let all = Self.commands
    let chosen = Self.isComplete ? all : [all[position * 2 % all.count], all[(position * 2 + 1) % all.count]]
    let isSlow = row.pipe != nil && !Self.isComplete
    for command in (row.commands ?? chosen).prefix(isSlow ? 1 : .max) {
      // Given
      let home = try TemporaryFolder()
      try FileManager.default.removeItem(at: home.url)
      try FileManager.default.copyItem(at: template.url, to: home.url)
      if let pipe = row.pipe { try Self.makePipes(pipe, in: home.url) }
      let comment = Comment(rawValue: "\(row.name): \(command.joined(separator: " "))")

      // When
      let process = try SpawnedProcess(
        executable: "/bin/sh",
        arguments: ["-c", row.script, ProgramUnderTest.executable.path] + command + row.options,
        environment: ProgramUnderTest(in: home).cleanEnvironment,
        folder: home.url.path,
        output: .file(home.url.appending(path: "output").path),
        messages: .file(home.url.appending(path: "messages").path)
      )
      let ending = await process.wait()
      _ = chmod(home.url.appending(path: "data").path, 0o700)
      _ = chmod(home.url.appending(path: ".cache").path, 0o700)

      // Then
      let texts = ["output", "messages"].map { name in
        (try? Data(contentsOf: home.url.appending(path: name))).map { String(decoding: $0, as: UTF8.self) } ?? ""
      }
      let messages = texts[1]
      #expect(ending.signal == nil, comment)
      // Exit code 127 means that the system couldn't load the program's libraries.
      let codes: Set<Int32> = messages.contains("error while loading shared libraries") ? [127] : [0, 1, 2, 3, 4, 5, 6]
      #expect(codes.contains(ending.exitCode), comment)
      if codes != [127] {
        for word in Self.internals { #expect(!messages.contains(word), "\(comment) \(messages)") }
      }
      try Self.expectWholeData(in: home.url, comment)
    }
  }

  private static func makePipes(_ path: String, in home: URL) throws {
    var targets = [home.appending(path: path)]
    if path.hasSuffix("/*") {
      let folder = home.appending(path: String(path.dropLast(2)))
      targets = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      try #require(!targets.isEmpty)
    }
    for target in targets {
      try FileManager.default.createDirectory(at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try? FileManager.default.removeItem(at: target)
      try #require(mkfifo(target.path, 0o600) == 0)
    }
  }

  /// Checks that stored data is intact and that other files contain no output.
  private static func expectWholeData(in home: URL, _ comment: Comment) throws {
    func content(_ path: String) -> Data? {
      let url = home.appending(path: path)
      let kind = try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
      return kind == .typeRegular ? try? Data(contentsOf: url) : nil
    }
    func object(_ data: Data) throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any], comment)
    }
    if let data = content("data/fetch-counter/sample/count.json") {
      let payload = try object(data)["payload"] as? [String: Any]
      #expect([1, 2].contains(payload?["fetch_count"] as? Int), comment)
    }
    if let data = content("data/fetch-counter/sample/alerts.json") {
      #expect(String(decoding: data, as: UTF8.self).contains("bitcoin"), comment)
      _ = try object(data)
    }
    for (path, counts) in [("data/fetch-counter/sample/ledger.jsonl", 1...2), ("log.jsonl", 0...Int.max)] {
      guard let data = content(path) else { continue }
      let lines = data.split(separator: UInt8(ascii: "\n"))
      #expect(counts.contains(lines.count), comment)
      for line in lines { _ = try object(Data(line)) }
    }
  }
}
