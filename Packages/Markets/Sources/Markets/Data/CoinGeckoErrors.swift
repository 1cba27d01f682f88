import Foundation
import Networking

/// A CoinGecko error document, which has one of three forms.
///
/// ```
/// {"status": {"error_code": 429, "error_message": "…"}}
/// {"error": {"status": {"error_code": 10012, "error_message": "…"}}}
/// {"error": "coin not found"}
/// ```
struct CoinGeckoErrorBody: Decodable {
  /// The error code for a range that the plan doesn't include.
  static let rangeRefused = 10_012

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

extension MarketsError {
  init(coinGecko error: NetworkError, coin: CoinID?, range: PriceRange?, now: Date) {
    guard case .status(let failure) = error else {
      self = .service(error)
      return
    }
    let body = CoinGeckoErrorBody(failure.body)
    let message = body?.message ?? failure.serviceMessage
    switch (failure.status.code, body?.code) {
    case (429, _), (_, 429): self = .rateLimited(failure, message: message, now: now)
    case (_, 10_002): self = .keyProblem(.missing, serviceMessage: message)
    case (_, 10_005): self = .keyProblem(.planTooSmall, serviceMessage: message)
    case (_, 10_010): self = .keyProblem(.paidKeyOnPublicHost, serviceMessage: message)
    case (_, 10_011): self = .keyProblem(.demoKeyOnPaidHost, serviceMessage: message)
    case (_, CoinGeckoErrorBody.rangeRefused):
      guard let range else {
        self = .keyProblem(.planTooSmall, serviceMessage: message)
        return
      }
      self = .rangeNotAvailable(range, reason: "the service provides prices older than 365 days only to paid plans")
    case (401, nil): self = .keyProblem(.invalid, serviceMessage: message)
    case (404, _):
      guard let coin else {
        self = .service(error)
        return
      }
      self = .coinNotFound(coin.description, suggestions: [])
    default:
      self = message.map { .refused(message: $0, underlying: error) } ?? .service(error)
    }
  }
}
