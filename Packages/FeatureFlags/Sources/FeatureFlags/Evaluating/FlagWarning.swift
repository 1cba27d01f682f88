/// Something about flags that a person should know, although everything works.
public enum FlagWarning: Sendable, Hashable {
  /// A source speaks of a key that is not declared; the nearest declared one, if any, in the spelling of the source.
  case unknownKey(spelling: String, provider: String, nearest: String?)
  /// A source says something about a flag that doesn't fit its type.
  case malformed(FlagContent, spelling: String, provider: String, key: String, expectation: String)
  /// A source as a whole has a problem, in a sentence.
  case problem(String)
  /// A flag should no longer exist.
  case expired(key: String, on: CalendarDay, owner: String)
}

extension FlagWarning: CustomStringConvertible {
  /// What is odd and what to do about it.
  public var description: String {
    switch self {
    case .unknownKey(let spelling, let provider, let nearest):
      let cure = nearest.map { "Did you mean \($0)?" } ?? "Remove it."
      return "\(spelling.shown) (\(provider)) names no flag. \(cure)"
    case .malformed(let content, let spelling, let provider, let key, let expectation):
      return "\(spelling.shown) (\(provider)) says \(content) about the flag '\(key)': expected \(expectation). "
        + "It was passed over."
    case .problem(let sentence):
      return sentence
    case .expired(let key, let day, let owner):
      return "The flag '\(key)' expired on \(day). Its owner, \(owner), should remove it."
    }
  }
}

extension String {
  /// The text as it is if it is printable ASCII and short, otherwise in quotation marks with the rest escaped.
  fileprivate var shown: String {
    utf8.count <= 100 && utf8.allSatisfy { (0x20..<0x7F).contains($0) } ? self : quoted
  }
}
