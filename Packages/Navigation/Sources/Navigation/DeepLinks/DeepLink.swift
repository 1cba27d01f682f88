/// A link taken apart: path segments and named parameters, percent-decoded.
///
/// The syntax is that of RFC 3986, section 4.2 (relative reference) with an optional scheme: `books/emma?page=30`
/// or `example://books/emma?page=30`. There is no fragment, no empty segment and no parameter twice. Characters
/// beyond ASCII may be written as they are (RFC 3987), control characters may not, not even encoded.
public struct DeepLink: Sendable, Equatable {
  /// A named value of the query.
  public struct Parameter: Sendable, Equatable {
    /// Its name.
    public let name: String
    /// Its value, possibly empty.
    public let value: String

    /// Makes a parameter.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The most bytes that a link may have.
  public static let maximumLength = 2048

  /// The segments of the path; at least one, none empty.
  public let segments: [String]
  /// The parameters in their order, no name twice.
  public let parameters: [Parameter]

  init(segments: [String], parameters: [Parameter]) {
    self.segments = segments
    self.parameters = parameters
  }
}

extension DeepLink: CustomStringConvertible {
  /// The link as text, in the one form that parses to an equal link: everything but RFC 3986's unreserved characters
  /// is percent-encoded, and there is no scheme.
  public var description: String {
    var text = segments.map(PercentCode.encoded).joined(separator: "/")
    for (index, parameter) in parameters.enumerated() {
      text += index == 0 ? "?" : "&"
      text += PercentCode.encoded(parameter.name) + "=" + PercentCode.encoded(parameter.value)
    }
    return text
  }
}
