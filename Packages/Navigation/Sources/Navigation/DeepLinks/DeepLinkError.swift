/// Why a link leads nowhere, or a place has none.
///
/// Offsets count bytes from the beginning of the link.
public enum DeepLinkError: Error, Sendable, Equatable {
  /// There is nothing in it.
  case empty
  /// It is longer than the given number of bytes.
  case tooLong(limit: Int)
  /// It begins with a scheme that isn't this program's.
  case foreignScheme(String, accepted: [String])
  /// It has a fragment, which means nothing here.
  case fragment(offset: Int)
  /// Two slashes follow each other.
  case emptySegment(offset: Int)
  /// A parameter has no name.
  case namelessParameter(offset: Int)
  /// A parameter stands there twice.
  case repeatedParameter(String)
  /// A character may not stand there, or stands for a control character.
  case forbiddenCharacter(offset: Int)
  /// A percent sign isn't followed by two hexadecimal digits, or the bytes are no UTF-8.
  case malformedPercentCode(offset: Int)
  /// No destination has such a link; the nearest patterns, nearest first.
  case unknownPath(String, suggestions: [String])
  /// The destination knows no such parameter; the nearest names, nearest first.
  case unknownParameter(String, of: DestinationID, suggestions: [String])
  /// A value that is needed is missing.
  case missingValue(String, of: DestinationID)
  /// A value isn't what it must be.
  case malformedValue(String, of: DestinationID, reason: String)
  /// The link's values don't make a payload.
  case unreadable(DestinationID, reason: String)
  /// No link leads to the destination.
  case noLink(to: DestinationID, suggestions: [DestinationID])
  /// The payload can't be written as a link.
  case unprintable(DestinationID, reason: String)
}

extension DeepLinkError: CustomStringConvertible {
  /// What is wrong, where, and what to do.
  public var description: String {
    switch self {
    case .empty: return "The link is empty."
    case .tooLong(let limit): return "The link is longer than \(limit) bytes."
    case .foreignScheme(let scheme, let accepted):
      let names = accepted.map { quoted($0 + "://") }.joined(separator: " or ")
      return "Links that begin with \(quoted(scheme + "://")) lead elsewhere. "
        + (accepted.isEmpty ? "Leave it out." : "Leave it out, or use \(names).")
    case .fragment(let offset):
      return "The link has a “#” at byte \(offset), which means nothing here. Write %23 for the character itself."
    case .emptySegment(let offset): return "The link has an empty part at byte \(offset). Remove the extra “/”."
    case .namelessParameter(let offset): return "The link has a parameter without a name at byte \(offset)."
    case .repeatedParameter(let name): return "The link has the parameter \(quoted(name)) twice. Remove one."
    case .forbiddenCharacter(let offset):
      return "The link has a character at byte \(offset) that may not stand there. Percent-encode it."
    case .malformedPercentCode(let offset):
      return "The link has a malformed percent code at byte \(offset). Write %25 for the percent sign itself."
    case .unknownPath(let path, let suggestions):
      return "No screen has the link \(quoted(path)).\(didYouMean(suggestions))"
    case .unknownParameter(let name, let id, let suggestions):
      return "\(id) knows no parameter \(quoted(name)).\(didYouMean(suggestions))"
    case .missingValue(let name, let id): return "The link to \(id) lacks \(quoted(name))."
    case .malformedValue(let name, let id, let reason):
      return "The value of \(quoted(name)) in the link to \(id) is not valid: \(reason)"
    case .unreadable(let id, let reason): return "The link to \(id) can't be read: \(reason)"
    case .noLink(let id, let suggestions):
      return "No link leads to \(quoted(id.rawValue)).\(didYouMean(suggestions.map(\.rawValue)))"
    case .unprintable(let id, let reason): return "The place in \(id) can't be written as a link: \(reason)"
    }
  }
}
