public import Foundation

/// Why market figures could not be had.
public enum MarketsError: Error, Sendable {
  /// A request failed: the network layer's error, unchanged.
  case service(any Error)
  /// The service answered that it can't, in its own words; the network layer's error where there is one.
  case refused(message: String, underlying: (any Error)?)
  /// The service wants fewer requests, and none before a time, where it said one.
  case rateLimited(nextTry: Date?, serviceMessage: String?)
  /// The key for the service is missing, wrong or not enough.
  case keyProblem(KeyProblem, serviceMessage: String?)
  /// The source has no prices for so long a time, and why.
  case rangeNotAvailable(PriceRange, reason: String)
  /// The source knows no such coin; the nearest names that it does know.
  case coinNotFound(String, suggestions: [String])
  /// The source has no prices in the currency; those that it has.
  case currencyNotAvailable(CurrencyCode, available: [CurrencyCode])
}

extension MarketsError {
  /// What is wrong with a key, by the codes of CoinGecko's documentation ("Common Errors & Rate Limit").
  public enum KeyProblem: Sendable, Hashable {
    /// There is none, and the service asks for one (10002).
    case missing
    /// It is not known (401 without a code).
    case invalid
    /// The plan does not include what was asked for (10005).
    case planTooSmall
    /// A key for the paid service was sent to the public one (10010).
    case paidKeyOnPublicHost
    /// A demo key was sent to the paid service (10011).
    case demoKeyOnPaidHost
  }
}
