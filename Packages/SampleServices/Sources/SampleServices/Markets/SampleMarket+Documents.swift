import Foundation

extension SampleMarket {
  /// The price list in either version.
  struct PriceList: Encodable {
    struct Price: Encodable {
      let usd: Decimal
      let eur: Decimal?
    }

    struct Item: Encodable {
      let id: Int
      let name: String
      let usd: Decimal?
      let price: Price?
      let tags: [String]
    }

    var code = "1"
    let data: [Item]
  }

  /// The price list's failure.
  struct Refusal: Encodable {
    var code = "0"
    var message = "Something went wrong."
  }

  /// The shortest form of an error: `{"error": "coin not found"}`.
  struct PlainError: Encodable {
    let error: String
  }

  /// The usual form: `{"status": {"error_code": 429, "error_message": "…"}}`.
  struct StatusError: Encodable {
    struct Status: Encodable {
      let code: Int
      let message: String

      enum CodingKeys: String, CodingKey {
        case code = "error_code"
        case message = "error_message"
      }
    }

    let status: Status

    init(code: Int, message: String) { status = Status(code: code, message: message) }
  }

  /// The form of plans and keys: `{"error": {"status": {"error_code": 10012, "error_message": "…"}}}`.
  struct WrappedError: Encodable {
    let error: StatusError

    init(code: Int, message: String) { error = StatusError(code: code, message: message) }
  }

  /// A coin of `/coins/markets`.
  struct Market: Encodable {
    private struct Key: CodingKey {
      let stringValue: String
      let intValue: Int? = nil

      init(_ name: String) { stringValue = name }
      init?(stringValue: String) { self.init(stringValue) }
      init?(intValue: Int) { return nil }
    }

    let coin: SampleCoin
    let rank: Int
    /// Numbers by their names in the document; what is not known is null there.
    var figures: [String: Decimal?] = [:]
    var times: [String: String] = [:]
    var sparkline: [Decimal]?

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(coin.id, forKey: Key("id"))
      try container.encode(coin.symbol, forKey: Key("symbol"))
      try container.encode(coin.name, forKey: Key("name"))
      try container.encode(rank, forKey: Key("market_cap_rank"))
      for (name, value) in figures { try container.encode(value, forKey: Key(name)) }
      for (name, text) in times { try container.encode(text, forKey: Key(name)) }
      if let sparkline { try container.encode(["price": sparkline], forKey: Key("sparkline_in_7d")) }
    }
  }

  /// The answer of `/coins/{id}/market_chart`: pairs of a time in milliseconds and a value.
  struct Chart: Encodable {
    var prices: [[Decimal]] = []
    var marketCaps: [[Decimal]] = []
    var volumes: [[Decimal]] = []

    enum CodingKeys: String, CodingKey {
      case prices
      case marketCaps = "market_caps"
      case volumes = "total_volumes"
    }
  }
}
