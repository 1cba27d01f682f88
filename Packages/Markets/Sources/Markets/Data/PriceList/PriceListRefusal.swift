import Foundation

/// `{"code":"0","message":"Something went wrong."}`: a failure that comes with status 200.
struct PriceListRefusal: Decodable {
  let message: String

  private enum CodingKeys: String, CodingKey {
    case code, message
  }

  /// Reads a body; `nil` for a success and for anything else.
  init?(_ body: Data) {
    guard let refusal = try? JSONDecoder().decode(Self.self, from: body) else { return nil }
    self = refusal
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let code = try container.decode(PriceListCode.self, forKey: .code)
    guard !code.isSuccess else {
      throw DecodingError.dataCorruptedError(forKey: .code, in: container, debugDescription: "it is a success")
    }
    let words = try container.decodeIfPresent(String.self, forKey: .message) ?? ""
    message = words.isEmpty ? "The service gave no reason (code \(code.text))." : words
  }
}

/// The price list's own status: `"1"` for a success; a number is taken for the same.
struct PriceListCode: Decodable, Sendable {
  let text: String

  var isSuccess: Bool { text == "1" }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let text = try? container.decode(String.self) {
      self.text = String(text.prefix(20))
    } else {
      text = String(try container.decode(Int.self))
    }
  }
}
