/// Why a flag has its value, in a word.
public enum FlagReason: Sendable, Hashable {
  /// A provider of the layer says so.
  case decided(FlagLayer)
  /// No layer says anything that fits.
  case defaultValue
  /// The flag is not in the catalogue, or is declared there with another type; it has its default.
  case undeclared
}
