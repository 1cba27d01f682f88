import FeatureFlags

/// A flag and its value for this run: `supportEUR=on`.
struct FlagAssignment: Sendable {
  /// The word as the provider of flags takes it.
  let text: String

  /// One of the program's flags with a value that fits it.
  static var rule: ValueRule<FlagAssignment> {
    let names = Flags.all.map(\.key)
    return ValueRule(
      expectation: "FLAG=VALUE, where FLAG is \(names.joined(separator: " or "))",
      example: "supportEUR=on"
    ) { word throws(ValidationError) in
      guard !word.isEmpty else { throw ValidationError("it is empty") }
      guard let sign = word.firstIndex(of: "=") else { throw ValidationError("it has no = between flag and value") }
      let name = String(word[..<sign])
      guard names.contains(name) else {
        let nearest = Spelling.nearest(to: name, among: names)
        let suggestion = nearest.map { $0 + word[sign...] }.flatMap { expectation(of: $0) == nil ? $0 : nil }
        throw ValidationError("there is no such flag", suggestion: suggestion)
      }
      if let expectation = expectation(of: word) { throw ValidationError("its value is not \(expectation)") }
      return FlagAssignment(text: word)
    }
  }

  /// What a flag's value has to be, where the one that is given is something else.
  private static func expectation(of word: String) -> String? {
    let catalog: FlagCatalog
    do {
      catalog = try FlagCatalog(declarations: Flags.all)
    } catch {
      fatalError("The program's flags don't fit together: \(error)")
    }
    let client = FlagClient(catalog: catalog, providers: [CommandLineFlagProvider(assignments: [word])])
    for case .malformed(_, _, _, _, let expectation) in client.warnings { return expectation }
    return nil
  }
}
