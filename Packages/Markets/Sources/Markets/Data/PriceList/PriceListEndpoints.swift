import Foundation
import Networking

/// `GET /v1/prices`.
struct PriceListV1Endpoint: MarketsEndpoint {
  typealias API = PriceListAPI
  typealias Content = PriceListV1Document

  let policy: LoadPolicy
  var path: EndpointPath { "v1/prices" }
}

/// `GET /v2/prices`.
struct PriceListV2Endpoint: MarketsEndpoint {
  typealias API = PriceListAPI
  typealias Content = PriceListV2Document

  let policy: LoadPolicy
  var path: EndpointPath { "v2/prices" }
}

/// Version 1: `{"code":"1","data":[{"id":1,"name":"BTC","usd":88047.57,"tags":["withdrawal","deposit"]}]}`.
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

/// Version 2: `{"code":"1","data":[{"id":1,"name":"BTC","price":{"usd":88047.57,"eur":79242.813},"tags":[]}]}`.
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
