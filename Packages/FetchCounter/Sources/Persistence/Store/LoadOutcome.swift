/// What a store found when it looked for its value.
///
/// Six different things can be wrong, and only one of them, ``missing``, means that the default applies. Treating the
/// others like it is how programs lose data: the next write replaces what could still have been rescued.
public enum LoadOutcome<Value: Sendable>: Sendable {
  /// The stored value.
  case value(Value)
  /// There is no file: nothing was ever stored, and the default applies.
  case missing
  /// The file is gone, but its backup is there.
  ///
  /// Stores never remove a file that they wrote, so something else did. Beginning with the default would replace the
  /// backup, the only good content that is left, at the second change.
  case lost(backup: String)
  /// The file has no bytes at all. Stores never write such a file, so its content was lost.
  case empty
  /// The file has content that the store cannot make sense of.
  case corrupt(CorruptionReason)
  /// The file could not be read.
  case unreadable(UnreadableReason)
  /// A newer version of the program wrote the file. It can be neither understood nor written without loss.
  case newerSchema(found: Int, supported: Int, writtenBy: String?)

  /// The stored value, or `nil` for everything else.
  public var value: Value? {
    if case .value(let value) = self { value } else { nil }
  }

  /// Whether there is no file.
  public var isMissing: Bool {
    if case .missing = self { true } else { false }
  }

  /// The error that stands for this outcome, or `nil` for a value and for a missing file.
  ///
  /// - Parameters:
  ///   - path: The path of the file, for the message.
  ///   - backup: The path of a backup with good content, if there is one; a damaged file's recovery suggestion names it.
  /// - Returns: The error, or `nil`.
  public func error(path: String, backup: String? = nil) -> StoreError? {
    switch self {
    case .value, .missing: nil
    case .lost(let backup): .lost(path: path, backup: backup)
    case .empty: .empty(path: path, backup: backup)
    case .corrupt(let reason): .corrupt(path: path, reason, backup: backup)
    case .unreadable(let reason): .unreadable(path: path, reason)
    case .newerSchema(let found, let supported, let writtenBy):
      .newerSchema(path: path, found: found, supported: supported, writtenBy: writtenBy)
    }
  }
}

extension LoadOutcome: Equatable where Value: Equatable {}
