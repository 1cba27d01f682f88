import Foundation
import Navigation

/// A page whose payloads all represent the same place, and whose screen can't be updated.
struct Board: Destination {
  static let id: DestinationID = "test.board"
  var number: Int
}

/// A page that represents a different place for each item, and whose screen can be updated.
struct Item: Destination {
  static let id: DestinationID = "test.item"
  var item: Int
  var mode: Int

  func isSamePlace(as other: Item) -> Bool { item == other.item }
}

/// A page whose payload has every kind of value that links can contain.
struct Report: Destination {
  enum Style: String, Codable, CaseIterable { case line, bars, candles }

  static let id: DestinationID = "test.report"
  var name: String
  var owner: UUID?
  var days: Int?
  var ratio: Double?
  var isLive: Bool?
  var style: Style?
  var note: String?
}

struct SignIn: Destination {
  static let id: DestinationID = "test.sign-in"
  static let isRestorable = false
}

struct Picker: Destination {
  static let id: DestinationID = "test.picker"
  var title: String
}

/// A page whose factory rejects negative numbers.
struct Fussy: Destination {
  static let id: DestinationID = "test.fussy"
  var number: Int
}

struct Stranger: Destination {
  static let id: DestinationID = "test.itme"
}
