import Foundation
import Navigation

/// A page of which there is one place, whatever its payload, and whose screen can't be updated.
struct Board: Destination {
  static let id: DestinationID = "test.board"
  var number: Int
}

/// A page that is another place for every item, and whose screen can be updated.
struct Item: Destination {
  static let id: DestinationID = "test.item"
  var item: Int
  var mode: Int

  func isSamePlace(as other: Item) -> Bool { item == other.item }
}

/// A page with everything that a link can hold.
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

/// A page that is not restored.
struct SignIn: Destination {
  static let id: DestinationID = "test.sign-in"
  static let isRestorable = false
}

/// A page without a link.
struct Picker: Destination {
  static let id: DestinationID = "test.picker"
  var title: String
}

/// A page whose factory refuses negative numbers.
struct Fussy: Destination {
  static let id: DestinationID = "test.fussy"
  var number: Int
}

/// A destination that nobody registers.
struct Stranger: Destination {
  static let id: DestinationID = "test.itme"
}
