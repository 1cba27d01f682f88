import Foundation

struct AlertDocument: Codable {
  /// The reason why a document contains no valid alerts, as a clause.
  struct Fault: Error, CustomStringConvertible {
    let reason: String
    var description: String { reason }
  }

  /// A file from an earlier version without checksums; the whole file is the document, including the format version.
  private struct Unprotected: Decodable {
    let version: Int
  }

  struct Item: Codable {
    var id: Int
    var coin: String
    var symbol: String
    var currency: String
    var condition: String
    var price: String?
    var percent: String?
    var since: String?
    var margin: String?
    var created: String
    var state: String
    var changed: String?
    var quote: Firing?
    var service: String?
  }

  struct Firing: Codable {
    var price: String
    var time: String
    var source: String
  }

  var next: Int
  var alerts: [Item]

  static func unprotected(_ data: Data) throws -> Data {
    let version = try JSONDecoder().decode(Unprotected.self, from: data).version
    guard version == 1 else { throw Fault(reason: "format version \(version) is unknown") }
    return data
  }

  init(_ list: AlertList) {
    next = list.nextNumber
    alerts = list.alerts.map(Item.init)
  }

  func list() throws(Fault) -> AlertList {
    var list = AlertList()
    var numbers: Set<Int> = []
    for item in alerts {
      let alert = try item.alert()
      guard item.id > 0, item.id < next, numbers.insert(item.id).inserted else {
        throw Fault(reason: "the number \(item.id) is used twice or out of range")
      }
      list.alerts.append(alert)
    }
    guard next > 0, next < Int.max else { throw Fault(reason: "the next number is out of range") }
    list.nextNumber = next
    return list
  }
}

extension AlertList: Codable {
  init(from decoder: any Decoder) throws {
    let document = try AlertDocument(from: decoder)
    do throws(AlertDocument.Fault) {
      self = try document.list()
    } catch {
      throw DecodingError.dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: error.reason))
    }
  }

  func encode(to encoder: any Encoder) throws { try AlertDocument(self).encode(to: encoder) }
}

extension AlertDocument.Item {
  init(_ alert: PriceAlert) {
    let request = alert.request
    id = alert.id
    coin = request.coin.id
    symbol = request.coin.symbol
    currency = request.currency
    created = AlertDocument.Item.text(of: alert.created)
    switch request.condition {
    case .above(let limit):
      condition = "above"
      price = limit.description
    case .below(let limit):
      condition = "below"
      price = limit.description
    case .rises(let change, let baseline):
      condition = "rises"
      percent = change.description
      since = AlertDocument.Item.text(of: baseline)
    case .falls(let change, let baseline):
      condition = "falls"
      percent = change.description
      since = AlertDocument.Item.text(of: baseline)
    }
    if case .recurring(let share) = request.repetition { margin = share.description }
    switch alert.state {
    case .armed: state = "armed"
    case .triggered(let time):
      state = "waiting"
      changed = AlertDocument.Item.text(of: time)
    case .off(let time):
      state = "done"
      changed = AlertDocument.Item.text(of: time)
    }
    quote = alert.lastQuote.map { quote in
      AlertDocument.Firing(
        price: quote.price.description,
        time: AlertDocument.Item.text(of: quote.time),
        source: quote.source
      )
    }
    service = alert.service
  }

  private static func text(of baseline: AlertBaseline) -> String {
    switch baseline {
    case .day: "day"
    case .price(let base): base.description
    }
  }

  /// Formats a time after clamping it to the supported range; no result depends on times outside the range.
  private static func text(of date: Date) -> String {
    let bound = date.timeIntervalSince1970 > 0 ? Timestamp.range.upperBound : Timestamp.range.lowerBound
    return (Timestamp(date) ?? Timestamp(milliseconds: bound)).text
  }

  func alert() throws(AlertDocument.Fault) -> PriceAlert {
    let request = AlertRequest(
      coin: CoinReference(id: coin, symbol: symbol),
      condition: try readCondition(),
      currency: currency,
      repetition: margin == nil ? .once : .recurring(margin: try number(margin, "margin"))
    )
    do throws(InvalidAlert) {
      try request.check()
    } catch {
      throw AlertDocument.Fault(reason: "alert \(id) has invalid values")
    }
    return PriceAlert(
      id: id,
      request: request,
      created: try date(created),
      state: try readState(),
      lastQuote: try readQuote(),
      service: service
    )
  }

  private func readQuote() throws(AlertDocument.Fault) -> Quote? {
    guard let quote else { return nil }
    return Quote(price: try number(quote.price, "price"), time: try date(quote.time), source: quote.source)
  }

  private func readCondition() throws(AlertDocument.Fault) -> AlertCondition {
    switch condition {
    case "above": .above(try number(price, "price"))
    case "below": .below(try number(price, "price"))
    case "rises": .rises(percent: try number(percent, "percent"), since: try readBaseline())
    case "falls": .falls(percent: try number(percent, "percent"), since: try readBaseline())
    default: throw AlertDocument.Fault(reason: "alert \(id) has an unknown condition")
    }
  }

  private func readBaseline() throws(AlertDocument.Fault) -> AlertBaseline {
    since == "day" ? .day : .price(try number(since, "since"))
  }

  private func readState() throws(AlertDocument.Fault) -> AlertState {
    switch state {
    case "armed": .armed
    case "waiting": .triggered(since: try date(changed))
    case "done": .off(since: try date(changed))
    default: throw AlertDocument.Fault(reason: "alert \(id) has an unknown state")
    }
  }

  private func number(_ text: String?, _ name: String) throws(AlertDocument.Fault) -> Decimal {
    guard let number = text.flatMap({ LooseFields.decimal($0) }) else {
      throw AlertDocument.Fault(reason: "the \(name) of alert \(id) is not a number")
    }
    return number
  }

  private func date(_ text: String?) throws(AlertDocument.Fault) -> Date {
    guard let time = text.flatMap({ Timestamp(text: $0) }) else {
      throw AlertDocument.Fault(reason: "a time of alert \(id) is invalid")
    }
    return time.date
  }
}
