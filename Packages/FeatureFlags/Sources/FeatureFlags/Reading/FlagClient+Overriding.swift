extension FlagClient {
  /// Stores a value for a flag, which holds unless a higher layer says something else.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - flag: A flag of the catalogue.
  /// - Returns: Why the flag has its value now.
  /// - Throws: ``FlagOverrideError``; nothing is changed then.
  @discardableResult
  public func setOverride<Value: FlagValue>(
    _ value: Value,
    of flag: FeatureFlag<Value>
  ) throws(FlagOverrideError) -> FlagExplanation {
    try setOverride(value.flagContent, ofKey: flag.key)
  }

  /// Stores a value that a person wrote for a flag, which holds unless a higher layer says something else.
  ///
  /// - Parameters:
  ///   - text: The value as text.
  ///   - key: The name of a flag.
  /// - Returns: Why the flag has its value now.
  /// - Throws: ``FlagOverrideError``; nothing is changed then.
  @discardableResult
  public func setOverride(text: String, ofKey key: String) throws(FlagOverrideError) -> FlagExplanation {
    try setOverride(.text(text), ofKey: key)
  }

  /// Removes the stored value of a flag, also of one that is no longer declared.
  ///
  /// - Parameter key: The name of a flag.
  /// - Returns: Why the flag has its value now, or `nil` for one that is not declared.
  /// - Throws: ``FlagOverrideError``; nothing is changed then.
  @discardableResult
  public func removeOverride(ofKey key: String) throws(FlagOverrideError) -> FlagExplanation? {
    let provider = try persistedProvider(for: key)
    guard catalog[key] != nil || provider.reading().values[key] != nil else {
      throw .unknownFlag(key: key, nearest: catalog.nearest(to: key))
    }
    try provider.set(nil, for: key)
    return snapshot().explanation(ofKey: key)
  }

  private func setOverride(_ content: FlagContent, ofKey key: String) throws(FlagOverrideError) -> FlagExplanation {
    guard let declaration = catalog[key] else {
      throw .unknownFlag(key: key, nearest: catalog.nearest(to: key))
    }
    guard let normalised = declaration.normalised(content) else {
      throw .malformed(key: key, content: content, expectation: declaration.expectation)
    }
    try persistedProvider(for: key).set(normalised, for: key)
    guard let explanation = snapshot().explanation(ofKey: key) else {
      preconditionFailure("Every flag of the catalogue is explained.")
    }
    return explanation
  }

  private func persistedProvider(for key: String) throws(FlagOverrideError) -> PersistedFlagProvider {
    for case let provider as PersistedFlagProvider in providers { return provider }
    throw .nothingIsStored(key: key)
  }
}
