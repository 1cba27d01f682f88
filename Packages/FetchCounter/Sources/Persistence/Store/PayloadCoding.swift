import Foundation

/// How payloads are encoded and decoded.
enum PayloadCoding {
  /// Names are sorted, so that equal values give equal texts.
  static func encoder() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }

  static func decoder() -> JSONDecoder {
    JSONDecoder()
  }

  /// What an encoding or decoding error says, in one line with the place in the payload.
  static func describe(_ error: any Error) -> String {
    func place(_ context: DecodingError.Context, _ problem: String) -> String {
      path(context.codingPath).map { "\(problem), at \($0)" } ?? problem
    }
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      return place(context, "\"\(key.stringValue.printable)\" is missing")
    case DecodingError.valueNotFound(_, let context):
      return place(context, "a value is missing")
    case DecodingError.typeMismatch(_, let context):
      return place(context, "a value is of another kind than expected")
    case DecodingError.dataCorrupted(let context):
      return place(context, context.debugDescription.printable)
    case EncodingError.invalidValue(_, let context):
      let problem = context.debugDescription.printable
      return path(context.codingPath).map { "\(problem) At \($0)." } ?? problem
    default:
      return String(describing: error).printable
    }
  }

  private static func path(_ keys: [any CodingKey]) -> String? {
    guard !keys.isEmpty else { return nil }
    return keys.map { $0.intValue.map(String.init) ?? $0.stringValue.printable }.joined(separator: ".")
  }
}
