import Basics

/// The reason why a link is invalid, with offsets in bytes from the start of the link.
public enum DeepLinkError: Error, Sendable, Equatable {
  /// The link has no path.
  case empty
  /// The link is longer than the limit, in bytes.
  case tooLong(limit: Int)
  /// The link's scheme belongs to another program.
  case foreignScheme(String, accepted: [String])
  /// The link has a fragment.
  case fragment(offset: Int)
  /// Two consecutive slashes enclose an empty segment.
  case emptySegment(offset: Int)
  /// A parameter has no name.
  case namelessParameter(offset: Int)
  /// A parameter occurs twice.
  case repeatedParameter(String)
  /// A character isn't valid in a link, or a percent code represents a control character.
  case forbiddenCharacter(offset: Int)
  /// A percent sign isn't followed by two hexadecimal digits, or the decoded bytes aren't UTF-8.
  case malformedPercentCode(offset: Int)
  /// No link pattern matches the path. The suggestions are the closest patterns, closest first.
  case unknownPath(String, suggestions: [String])
  /// The destination has no parameter with this name. The suggestions are the closest names, closest first.
  case unknownParameter(String, of: DestinationID, suggestions: [String])
  /// A required value is missing.
  case missingValue(String, of: DestinationID)
  /// A value has the wrong type or is out of range.
  case malformedValue(String, of: DestinationID, reason: String)
  /// The destination can't be decoded from the link's values.
  case unreadable(DestinationID, reason: String)
}

extension DeepLinkError: CustomStringConvertible {
  /// A description of the error with its position and a suggested fix.
  public var description: String {
    switch self {
    case .empty: return "The link is empty."
    case .tooLong(let limit): return "The link is longer than \(limit) bytes."
    case .foreignScheme(let scheme, let accepted):
      let names = accepted.map { "\($0)://".quoted() }.joined(separator: " or ")
      return "Links that begin with \("\(scheme)://".quoted()) aren't supported. "
        + (accepted.isEmpty ? "Leave out the scheme." : "Leave out the scheme, or use \(names).")
    case .fragment(let offset):
      return "The link has a “#” at byte \(offset), which isn't supported. Write %23 for the character itself."
    case .emptySegment(let offset): return "The link has an empty part at byte \(offset). Remove the extra “/”."
    case .namelessParameter(let offset): return "The link has a parameter without a name at byte \(offset)."
    case .repeatedParameter(let name): return "The link has the parameter \(name.quoted()) twice. Remove one."
    case .forbiddenCharacter(let offset):
      return "The link has an invalid character at byte \(offset). Percent-encode the character."
    case .malformedPercentCode(let offset):
      return "The link has a malformed percent code at byte \(offset). Write %25 for the percent sign itself."
    case .unknownPath(let path, let suggestions):
      return "No screen matches the link \(path.quoted()).\(didYouMean(suggestions))"
    case .unknownParameter(let name, let id, let suggestions):
      return "\(id) has no parameter \(name.quoted()).\(didYouMean(suggestions))"
    case .missingValue(let name, let id): return "The link to \(id) needs the parameter \(name.quoted())."
    case .malformedValue(let name, let id, let reason):
      return "The value of \(name.quoted()) in the link to \(id) is not valid: \(reason)"
    case .unreadable(let id, let reason): return "The link to \(id) can't be read: \(reason)"
    }
  }
}
