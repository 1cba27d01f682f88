public import Foundation

/// A kind of flag source; the cases are in order of precedence.
///
/// The first source with a valid value determines the flag's value. Without one, the default applies.
public enum FlagLayer: Int, Sendable, Hashable, CaseIterable, Comparable, CustomStringConvertible {
  /// The command-line arguments for this run.
  case commandLine
  /// Environment variables.
  case environment
  /// A file edited by the user.
  case overrideFile
  /// Values that the program has stored for the user.
  case persisted

  /// Returns whether the first layer takes precedence over the second.
  public static func < (first: FlagLayer, second: FlagLayer) -> Bool {
    first.rawValue < second.rawValue
  }

  /// The layer's human-readable name.
  public var description: String {
    switch self {
    case .commandLine: "command line"
    case .environment: "environment"
    case .overrideFile: "override file"
    case .persisted: "stored"
    }
  }
}

/// A source of flag values in one layer.
public struct FlagSource: Sendable {
  /// The source's layer, which determines its precedence.
  public let layer: FlagLayer
  /// The source's human-readable name, such as a file path.
  public let name: String
  /// The flag values by key, including undeclared keys, which cause warnings.
  public let values: [String: FlagContent]
  /// Sentences that describe problems with the source as a whole.
  public let problems: [String]
  private let spell: @Sendable (String) -> String

  /// Creates a source.
  ///
  /// The name and the problems appear in messages. `spelling` returns a key as users spell it in this source.
  public init(
    layer: FlagLayer,
    name: String,
    values: [String: FlagContent],
    problems: [String] = [],
    spelling: @escaping @Sendable (String) -> String = { $0 }
  ) {
    self.layer = layer
    self.name = name
    self.values = values
    self.problems = problems
    spell = spelling
  }

  /// Returns a key as users spell it in this source.
  public func spelling(of key: String) -> String { spell(key) }

  /// Returns a source with the values from `key=value` arguments.
  ///
  /// The value begins after the first `=`. If a key is repeated, the last argument applies.
  public static func commandLine(assignments: [String]) -> FlagSource {
    var values: [String: FlagContent] = [:]
    var problems: [String] = []
    for assignment in assignments {
      let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if parts.count == 2, !parts[0].isEmpty {
        values[parts[0]] = .text(parts[1])
      } else {
        problems.append("--flag \(assignment.inQuotes) is not in the form key=value and was ignored.")
      }
    }
    return FlagSource(layer: .commandLine, name: "command line", values: values, problems: problems) {
      "--flag \($0)"
    }
  }

  /// Returns a source with the values from environment variables.
  ///
  /// A variable's name is a prefix followed by the key in uppercase, with underscores between words. For example, with
  /// the prefix `TOOL_FLAG_`, the variable `TOOL_FLAG_NEW_SEARCH` sets the flag `newSearch`. Variables that have the
  /// prefix but match no flag cause warnings.
  public static func environment(
    prefix: String,
    environment: [String: String],
    catalog: FlagCatalog
  ) -> FlagSource {
    // This prefix marks names that match no flag. It is unambiguous, because no key begins with it.
    let unknown = "$"
    var keys: [String: String] = [:]
    for declaration in catalog.declarations { keys[FlagKey.environmentName(of: declaration.key)] = declaration.key }
    var values: [String: FlagContent] = [:]
    for (variable, text) in environment where variable.hasPrefix(prefix) {
      let name = String(variable.dropFirst(prefix.count))
      values[keys[name] ?? unknown + name] = .text(text)
    }
    return FlagSource(layer: .environment, name: "environment", values: values) { key in
      prefix + (key.hasPrefix(unknown) ? String(key.dropFirst()) : FlagKey.environmentName(of: key))
    }
  }

  /// Returns a source with the values from a JSON file.
  ///
  /// The file contains an object whose keys are flags and whose values are Booleans, numbers or strings. Pass `nil` as
  /// the contents if there is no file. The path appears in messages.
  public static func file(path: String, contents: Data?) -> FlagSource {
    var values: [String: FlagContent] = [:]
    var problems: [String] = []
    if let contents {
      do {
        values = try JSONDecoder().decode([String: LenientContent].self, from: contents).mapValues(\.content)
      } catch {
        // The message omits the error's position, because the object usually comes from a larger file.
        problems.append(
          "\(path): Expected one JSON object, such as {\"someFlag\": true}. "
            + "The file sets no flags until you correct it."
        )
      }
    }
    return FlagSource(layer: .overrideFile, name: path, values: values, problems: problems)
  }
}

private struct LenientContent: Decodable {
  let content: FlagContent

  init(from decoder: any Decoder) throws {
    if let scalar = try? FlagContent(from: decoder) {
      content = scalar
    } else if (try? decoder.unkeyedContainer()) != nil {
      content = .unsupported("a list")
    } else if (try? decoder.singleValueContainer().decodeNil()) == true {
      content = .unsupported("null")
    } else {
      content = .unsupported("an object")
    }
  }
}
