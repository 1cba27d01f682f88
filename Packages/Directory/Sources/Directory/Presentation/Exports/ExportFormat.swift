/// What employees can be exported as; the raw value is the word for command lines.
public enum ExportFormat: String, Sendable, Hashable, CaseIterable {
  /// vCard 4.0 (RFC 6350), for address books.
  case vcard
  /// Comma-separated values (RFC 4180), for spreadsheets.
  case csv
  /// The service's own keys, for programs.
  case json
}
