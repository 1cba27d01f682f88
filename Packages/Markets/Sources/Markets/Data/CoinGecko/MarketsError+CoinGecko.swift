import Foundation
import Networking

extension MarketsError {
  /// Words a failure of CoinGecko, by its codes (its documentation, "Common Errors & Rate Limit").
  ///
  /// - Parameters:
  ///   - error: The network layer's error.
  ///   - coin: The coin that was asked for, if one was.
  ///   - range: The range that was asked for, if one was.
  ///   - now: The time of day.
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
    case (_, 10_012):
      guard let range else {
        self = .keyProblem(.planTooSmall, serviceMessage: message)
        return
      }
      self = .rangeNotAvailable(range, reason: "the service has prices of more than 365 days for paid plans only")
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
