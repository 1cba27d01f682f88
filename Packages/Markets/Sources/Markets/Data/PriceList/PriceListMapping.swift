import Foundation
import Networking

/// Makes coins of what the price list sends.
enum PriceListMapping {
  static func coins(of document: PriceListV1Document, url: URL) throws(NetworkError) -> [Coin] {
    try check(document.code, document.message, hasData: document.data != nil, url)
    var coins: [Coin] = []
    coins.reserveCapacity(document.data?.count ?? 0)
    for item in document.data ?? [] {
      coins.append(try coin(item.name, CoinPrices(.usd, item.usd), item.tags, url))
    }
    return coins
  }

  static func coins(of document: PriceListV2Document, url: URL) throws(NetworkError) -> [Coin] {
    try check(document.code, document.message, hasData: document.data != nil, url)
    var coins: [Coin] = []
    coins.reserveCapacity(document.data?.count ?? 0)
    for item in document.data ?? [] {
      let prices = CoinPrices(.usd, item.price?.usd, .eur, item.price?.eur)
      coins.append(try coin(item.name, prices, item.tags, url))
    }
    return coins
  }

  private static func coin(
    _ name: String,
    _ prices: CoinPrices,
    _ tags: [String]?,
    _ url: URL
  ) throws(NetworkError) -> Coin {
    guard let id = CoinID(name.lowercased()) else {
      throw malformed("a coin's name is empty or no name", at: ["data", "name"], url)
    }
    return Coin(id: id, symbol: name, name: name, prices: prices, tags: (tags ?? []).map(CoinTag.init))
  }

  /// A refusal is found before it gets here, unless it was larger than refusals are.
  private static func check(
    _ code: PriceListCode,
    _ message: String?,
    hasData: Bool,
    _ url: URL
  ) throws(NetworkError) {
    guard code.isSuccess else {
      throw .status(ServiceFailure(status: .serviceUnavailable, url: RedactedURL(url), serviceMessage: message))
    }
    guard hasData else { throw malformed("the key 'data' is missing", at: [], url) }
  }

  private static func malformed(_ reason: String, at path: [String], _ url: URL) -> NetworkError {
    .decoding(DecodingFailure(url: RedactedURL(url), codingPath: path, reason: reason))
  }
}
