public import Foundation

/// The kinds of sources, in order of precedence.
///
/// The first source with a valid value determines the flag. Without one, the default applies.
public enum FlagLayer: Int, Sendable, Hashable, CaseIterable, Comparable, CustomStringConvertible {
  /// The command line arguments of this run.
  case commandLine
  /// Environment variables.
  case environment
  /// A file that a user edits.
  case overrideFile
  /// Values that the program has stored for a user.
  case persisted

  /// Returns whether the first layer takes precedence over the second.
  public static func < (first: FlagLayer, second: FlagLayer) -> Bool {
    first.rawValue < second.rawValue
  }

  /// The layer's name for people.
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
  /// The layer, which determines the precedence.
  public let layer: FlagLayer
  /// The name for people, such as the path of a file.
  public let name: String
  /// The values by key.
  ///
  /// Undeclared keys are included, because they cause warnings.
  public let values: [String: FlagContent]
  /// The problems with the source as a whole, as sentences.
  public let problems: [String]
  private let spell: @Sendable (String) -> String

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - layer: The layer.
  ///   - name: The name for people.
  ///   - values: The values by key.
  ///   - problems: The problems with the source as a whole, as sentences.
  ///   - spelling: Returns a key as users spell it in this source.
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

  /// Creates a source from arguments of the form `key=value`.
  ///
  /// - Parameter assignments: The arguments. If a key is repeated, the last one applies. The value begins after the
  ///   first `=`.
  /// - Returns: The source.
  public static func commandLine(assignments: [String]) -> FlagSource {
    var values: [String: FlagContent] = [:]
    var problems: [String] = []
    for assignment in assignments {
      let parts = assignment.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      if parts.count == 2, !parts[0].isEmpty {
        values[parts[0]] = .text(parts[1])
      } else {
        problems.append("--flag \(assignment.inQuotes) is not of the form key=value and was passed over.")
      }
    }
    return FlagSource(layer: .commandLine, name: "command line", values: values, problems: problems) {
      "--flag \($0)"
    }
  }

  /// Creates a source from environment variables.
  ///
  /// A variable's name is a prefix followed by the key in capitals, with underscores between words.
  ///
  /// With the prefix `TOOL_FLAG_`, the variable `TOOL_FLAG_NEW_SEARCH` sets the flag `newSearch`.
  ///
  /// - Parameters:
  ///   - prefix: The prefix. Variables that have it but name no flag cause warnings.
  ///   - environment: The variables.
  ///   - catalog: The flags.
  /// - Returns: The source.
  public static func environment(
    prefix: String,
    environment: [String: String],
    catalog: FlagCatalog
  ) -> FlagSource {
    // This prefix marks names that belong to no flag, because no key begins with it.
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

  /// Creates a source from a JSON file, which is an object of keys with Booleans, numbers or strings as values.
  ///
  /// - Parameters:
  ///   - path: The path of the file, for messages.
  ///   - contents: The contents of the file, or `nil` if there is no file.
  /// - Returns: The source.
  public static func file(path: String, contents: Data?) -> FlagSource {
    var values: [String: FlagContent] = [:]
    var problems: [String] = []
    if let contents {
      do {
        values = try JSONDecoder().decode([String: LenientContent].self, from: contents).mapValues(\.content)
      } catch {
        // The message omits the position of the error, because the object usually comes from a larger file.
        problems.append(
          "\(path): The file is not one JSON object, such as {\"someFlag\": true}. Correct it. "
            + "It says nothing about flags until then."
        )
      }
    }
    return FlagSource(layer: .overrideFile, name: path, values: values, problems: problems)
  }
}

/// A JSON value of any kind.
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
