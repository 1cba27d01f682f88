import Foundation

/// An error of CoinGecko, which comes in three forms.
///
/// ```
/// {"status": {"error_code": 429, "error_message": "…"}}
/// {"error": {"status": {"error_code": 10012, "error_message": "…"}}}
/// {"error": "coin not found"}
/// ```
struct CoinGeckoErrorBody: Decodable {
  let code: Int?
  let message: String?

  private struct Status: Decodable {
    let code: Int?
    let message: String?

    enum CodingKeys: String, CodingKey {
      case code = "error_code"
      case message = "error_message"
    }
  }

  private struct Wrapped: Decodable {
    let status: Status
  }

  private enum CodingKeys: String, CodingKey {
    case status, error
  }

  /// Reads a body; `nil` for anything else, such as a page of HTML.
  init?(_ body: Data) {
    guard let error = try? JSONDecoder().decode(Self.self, from: body) else { return nil }
    self = error
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let status = try? container.decode(Status.self, forKey: .status) {
      (code, message) = (status.code, status.message)
    } else if let text = try? container.decode(String.self, forKey: .error) {
      (code, message) = (nil, text)
    } else {
      let status = try container.decode(Wrapped.self, forKey: .error).status
      (code, message) = (status.code, status.message)
    }
  }
}
