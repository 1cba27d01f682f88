/// What the user asked for with `--color`.
public enum ColorChoice: String, Hashable, Sendable, CaseIterable {
  /// Colour where the output and the environment allow it.
  case auto
  /// Colour in any case, also into a file or a pipe.
  case always
  /// Never colour.
  case never
}
