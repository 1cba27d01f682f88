/// What one provider says about one flag, and what became of it.
public struct FlagAnswer: Sendable, Hashable {
  /// What became of a provider's answer.
  public enum Verdict: Sendable, Hashable {
    /// It says nothing.
    case silent
    /// It says something that doesn't fit the flag's type, and is passed over.
    case malformed(FlagContent)
    /// It decides.
    case decides(FlagContent)
    /// It would decide if a higher one didn't.
    case overruled(FlagContent)
  }

  /// The layer of the provider.
  public let layer: FlagLayer
  /// The name of the provider.
  public let provider: String
  /// How the flag is spelled there.
  public let spelling: String
  /// What it says, and what became of it.
  public let verdict: Verdict
}
