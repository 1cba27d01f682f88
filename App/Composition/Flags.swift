import Basics
import CommandLine
import DependencyInjection
import FeatureFlags
import Foundation
import Persistence

extension CompositionInputs {
  /// Registers the flag sources in order of precedence: `--flag` > environment > configuration file > stored > default.
  func registerFlags(in builder: inout ContainerBuilder) {
    let assignments = invocation[.flag].map(\.text)
    builder.register(Keys.flags) { [configuration, console] in
      let catalog = try FlagCatalog(declarations: Flags.all)
      let client = FlagClient(
        catalog: catalog,
        sources: [
          .commandLine(assignments: assignments),
          .environment(
            prefix: EnvironmentCheck.flagPrefix,
            environment: configuration.environment,
            catalog: catalog
          ),
          .file(path: try configuration.filePath(), contents: try configuration.fileFlags()),
        ],
        store: FlagFileStore(folder: try configuration.dataFolder())
      )
      for warning in client.warnings { console.inform("Warning: \(warning)") }
      return client
    }
  }
}

enum Flags {
  static let supportEUR = FeatureFlag(
    "supportEUR",
    title: "Prices in euros",
    default: false,
    description: "Use version 2 of the price list, which has prices in euros.",
    owner: "markets"
  )

  static let all = [supportEUR.declaration]
}

/// A flag store in `flags.json` in the data directory.
struct FlagFileStore: FlagOverrideStore {
  private let store: JSONFileStore<FlagOverrides>

  init(folder: String, fileSystem: any FileSystem = LiveFileSystem()) {
    store = JSONFileStore(
      path: folder + "/flags.json",
      default: FlagOverrides(),
      writtenBy: ProgramVersion.identification,
      fileSystem: fileSystem
    )
  }

  func load() throws -> FlagOverrides { try store.load() }

  func update(_ change: (inout FlagOverrides) -> Void) throws { try store.update { change(&$0) } }
}

/// A flag and its value for this run, such as `supportEUR=on`.
struct FlagAssignment: Sendable {
  /// The text for `FlagSource.commandLine(assignments:)`.
  let text: String

  static var rule: ValueRule<FlagAssignment> {
    let names = Flags.all.map(\.key)
    return ValueRule(
      expectation: "FLAG=VALUE, where FLAG is \(names.joined(separator: " or "))",
      example: "supportEUR=on"
    ) { word throws(ValidationError) in
      guard !word.isEmpty else { throw ValidationError("it is empty") }
      guard let sign = word.firstIndex(of: "=") else {
        throw ValidationError("= is missing between the flag and its value")
      }
      let name = String(word[..<sign])
      guard names.contains(name) else {
        let nearest = Spelling.nearest(to: name, among: names, limit: 1).first
        let suggestion = nearest.map { $0 + word[sign...] }.flatMap { expectation(of: $0) == nil ? $0 : nil }
        throw ValidationError("unknown flag", suggestion: suggestion)
      }
      if let expectation = expectation(of: word) { throw ValidationError("its value is not \(expectation)") }
      return FlagAssignment(text: word)
    }
  }

  private static func expectation(of word: String) -> String? {
    let catalog: FlagCatalog
    do {
      catalog = try FlagCatalog(declarations: Flags.all)
    } catch {
      fatalError("The program's flags are inconsistent: \(error)")
    }
    let client = FlagClient(catalog: catalog, sources: [.commandLine(assignments: [word])])
    for case .malformed(_, _, _, _, let expectation) in client.warnings { return expectation }
    return nil
  }
}
