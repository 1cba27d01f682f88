/// Where a line that is too long may be divided.
public enum WrapMode: Hashable, Sendable {
  /// Between words; within one only where it alone is wider than the line.
  ///
  /// Lines are divided at blanks, after a hyphen between letters, and between characters of Chinese, Japanese and
  /// Korean except before closing and after opening punctuation: the part of UAX #14 that matters in a terminal.
  case words
  /// After whatever cluster still fits.
  case characters
}
