import Foundation
import Networking

/// The price list's API, with dollar prices (`GET /v1/prices`) and, for some coins, euro prices (`GET /v2/prices`).
struct PriceListAPI: ServiceAPI {
  let baseURL: URL

  init(baseURL: URL) { self.baseURL = baseURL }

  func errorMessage(in body: Data, of response: HTTPResponse) -> String? { PriceListRefusal(body)?.message }
}

struct PriceListV1Endpoint: MarketsEndpoint {
  typealias API = PriceListAPI
  typealias Content = PriceListV1Document

  let policy: LoadPolicy
  var path: EndpointPath { "v1/prices" }
}

struct PriceListV2Endpoint: MarketsEndpoint {
  typealias API = PriceListAPI
  typealias Content = PriceListV2Document

  let policy: LoadPolicy
  var path: EndpointPath { "v2/prices" }
}

/// A version 1 document: `{"code":"1","data":[{"id":1,"name":"BTC","usd":88047.57,"tags":["withdrawal","deposit"]}]}`.
struct PriceListV1Document: Decodable, Sendable {
  struct Item: Decodable, Sendable {
    let name: String
    let usd: Decimal?
    let tags: [String]?
  }

  let code: PriceListCode
  let message: String?
  let data: [Item]?
}

/// A version 2 document:
/// `{"code":"1","data":[{"id":1,"name":"BTC","price":{"usd":88047.57,"eur":79242.813},"tags":[]}]}`.
struct PriceListV2Document: Decodable, Sendable {
  struct Price: Decodable, Sendable {
    let usd: Decimal?
    let eur: Decimal?
  }

  struct Item: Decodable, Sendable {
    let name: String
    let price: Price?
    let tags: [String]?
  }

  let code: PriceListCode
  let message: String?
  let data: [Item]?
}

/// An error document sent with status 200: `{"code":"0","message":"Something went wrong."}`.
struct PriceListRefusal: Decodable {
  let message: String

  private enum CodingKeys: String, CodingKey {
    case code, message
  }

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

/// The price list's own status code: `"1"` or the number 1 for success.
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
