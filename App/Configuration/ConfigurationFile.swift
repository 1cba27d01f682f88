import Basics
import Foundation

/// The configuration file: a JSON object with settings, `profiles`, `flags` and `keys`.
struct ConfigurationFile: Sendable {
  typealias Words = [String: String]

  static let profilesKey = "profiles"
  static let flagsKey = "flags"
  static let keysKey = "keys"
  /// The maximum size, in bytes.
  static let sizeLimit = 1 << 20

  let path: String
  let words: Words
  let profiles: [String: Words]
  let flags: Data?
  let keys: KeyAssignments
  /// Whether users other than the owner can read or change the file.
  let isOpenToOthers: Bool
  /// Warnings about harmless mistakes, as complete sentences.
  let warnings: [String]

  static func missing(at path: String) -> ConfigurationFile {
    ConfigurationFile(
      path: path,
      words: [:],
      profiles: [:],
      flags: nil,
      keys: .standard,
      isOpenToOthers: false,
      warnings: []
    )
  }

  /// Reads a file, which may be missing unless it is required.
  static func read(_ path: String, isRequired: Bool) throws(CommandFailure) -> ConfigurationFile {
    let file: InputFile
    do throws(InputFile.Failure) {
      file = try InputFile(path, limit: sizeLimit)
    } catch {
      if error.isMissing, !isRequired { return missing(at: path) }
      throw unreadable(path, error)
    }
    guard file.content.count <= sizeLimit else { throw unreadable(path, .init("it is larger than 1 MiB")) }
    // An empty regular file has lost its content, whereas `/dev/null` is empty on purpose.
    if file.content.isEmpty, !file.isRegular { return missing(at: path) }
    return try ConfigurationFile(file.content, path: path, isOpenToOthers: file.isOpenToOthers)
  }

  init(_ content: Data, path: String, isOpenToOthers: Bool) throws(CommandFailure) {
    guard !content.isEmpty else { throw Self.wrong(path, "it is empty; a file without settings must contain {}") }
    let read: Any
    do {
      read = try JSONSerialization.jsonObject(with: content, options: .fragmentsAllowed)
    } catch {
      throw Self.wrong(path, "it isn't valid JSON: \(JSONSyntaxError(error, in: content))")
    }
    guard let object = read as? [String: Any] else { throw Self.wrong(path, "it isn't a JSON object") }
    var warnings: [String] = []
    func words(of members: [String: Any], in place: String) throws(CommandFailure) -> Words {
      var words: Words = [:]
      for (key, value) in members.sorted(by: { $0.key < $1.key }) {
        guard let setting = Settings.all.first(where: { $0.key == key }) else {
          let nearest = Spelling.nearest(to: key, among: Settings.all.map(\.key), limit: 1).first
          let hint = nearest.map { "; did you mean '\($0)'?" } ?? "."
          warnings.append("Unknown setting '\(key)' (\(place))\(hint)")
          continue
        }
        guard let word = Self.word(value) else {
          throw Self.wrong(path, "'\(key)' must be a string, a number, or true or false")
        }
        words[setting.key] = word
      }
      return words
    }

    var members = object
    let profilesMember = members.removeValue(forKey: Self.profilesKey)
    let flagsMember = members.removeValue(forKey: Self.flagsKey)
    keys = try Self.keys(members.removeValue(forKey: Self.keysKey), path: path)
    self.words = try words(of: members, in: path)
    var profiles: [String: Words] = [:]
    if let profilesMember {
      guard let sections = profilesMember as? [String: Any] else {
        throw Self.wrong(path, "'\(Self.profilesKey)' isn't an object")
      }
      for (name, section) in sections {
        guard let section = section as? [String: Any] else {
          throw Self.wrong(path, "the profile '\(name)' isn't an object")
        }
        profiles[name] = try words(of: section, in: "the profile '\(name)' in \(path)")
      }
    }
    if let flagsMember {
      guard flagsMember is [String: Any] else { throw Self.wrong(path, "'\(Self.flagsKey)' isn't an object") }
      do {
        flags = try JSONSerialization.data(withJSONObject: flagsMember)
      } catch {
        throw Self.wrong(path, "'\(Self.flagsKey)' has a value that JSON can't represent: \(systemReason(error))")
      }
    } else {
      flags = nil
    }
    self.path = path
    self.profiles = profiles
    self.isOpenToOthers = isOpenToOthers
    self.warnings = warnings
  }

  private init(
    path: String,
    words: Words,
    profiles: [String: Words],
    flags: Data?,
    keys: KeyAssignments,
    isOpenToOthers: Bool,
    warnings: [String]
  ) {
    self.path = path
    self.words = words
    self.profiles = profiles
    self.flags = flags
    self.keys = keys
    self.isOpenToOthers = isOpenToOthers
    self.warnings = warnings
  }

  /// Reads the key assignments: an object with a key name or a list of key names for each action.
  private static func keys(_ member: Any?, path: String) throws(CommandFailure) -> KeyAssignments {
    guard let member else { return .standard }
    guard let object = member as? [String: Any] else { throw wrong(path, "'\(keysKey)' isn't an object") }
    var words: [String: [String]] = [:]
    for (action, value) in object.sorted(by: { $0.key < $1.key }) {
      guard let keys = (value as? String).map({ [$0] }) ?? value as? [String] else {
        throw wrong(path, "'\(keysKey).\(action)' must be a string or a list of strings")
      }
      words[action] = keys
    }
    do throws(KeyAssignments.Problem) {
      return try KeyAssignments(words)
    } catch {
      let hint =
        error.nearest.map { "Did you mean '\(keysKey).\($0)'?" } ?? "Run 'fetch-counter help keys' to see all actions."
      throw wrong(path, "'\(keysKey).\(error.action)': \(error.reason)", hint: hint)
    }
  }

  /// Returns a JSON scalar as the user would write it on a command line.
  private static func word(_ value: Any) -> String? {
    if let text = value as? String { return text }
    guard let number = value as? NSNumber else { return nil }
    if number.isBoolean { return number.boolValue ? "on" : "off" }
    return number.stringValue
  }

  private static func unreadable(_ path: String, _ failure: InputFile.Failure) -> CommandFailure {
    let isShortOfFiles = failure.errorNumber == EMFILE || failure.errorNumber == ENFILE
    let hint =
      switch failure.errorNumber {
      case EMFILE, ENFILE: SystemRoom.descriptorHint
      case ENOENT: "Check the path, or run 'fetch-counter config init' to create one."
      default: failure.recoverySuggestion
      }
    return CommandFailure(
      exitCode: isShortOfFiles ? .failure : .usage,
      kind: isShortOfFiles ? SystemRoom.failureKind : "configuration",
      message: "Couldn't read the configuration file \(path): \(failure.reason).",
      hint: hint
    )
  }

  private static func wrong(
    _ path: String,
    _ reason: String,
    hint: String = "Fix the file, or move it."
  ) -> CommandFailure {
    CommandFailure(
      exitCode: .usage,
      kind: "configuration",
      message: "The configuration file \(path) is invalid: \(reason).",
      hint: hint
    )
  }
}

/// The reason and the position of a syntax error, such as `invalid value at line 2, column 5`.
struct JSONSyntaxError: CustomStringConvertible {
  let description: String

  /// Creates an error from Foundation's error, whose message contains a byte offset that starts at 0.
  init(_ error: any Error, in content: Data) {
    var reason = (error as NSError).userInfo["NSDebugDescription"] as? String ?? "it can't be read"
    if reason.hasSuffix(".") { reason.removeLast() }
    if reason.hasPrefix("Unexpected end of file") {
      reason = "it ends unexpectedly"
    } else if let match = reason.wholeMatch(of: /(.+) around character ([0-9]+)/), let offset = Int(match.2) {
      reason = "\(match.1) at \(Self.place(of: offset, in: content))"
    }
    description = reason.prefix(1).lowercased() + reason.dropFirst()
  }

  private static func place(of offset: Int, in content: Data) -> String {
    let before = content.prefix(offset)
    let line = before.count { $0 == UInt8(ascii: "\n") } + 1
    let start = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? before.startIndex
    return "line \(line), column \(String(decoding: before[start...], as: UTF8.self).count + 1)"
  }
}
