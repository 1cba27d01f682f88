public import Navigation

/// The root of the contract's routers.
public struct ContractHome: Destination {
  /// Its name.
  public static let id: DestinationID = "contract.home"

  /// Makes the destination.
  public init() {}
}

/// A page that is another place for every item, and whose screen takes new payloads.
public struct ContractItem: Destination {
  /// Its name.
  public static let id: DestinationID = "contract.item"
  /// Which item.
  public var item: Int
  /// How it is shown.
  public var mode: String?

  /// Makes the destination.
  public init(_ item: Int, mode: String? = nil) {
    self.item = item
    self.mode = mode
  }

  /// The same item is the same place, however it is shown.
  public func isSamePlace(as other: ContractItem) -> Bool { item == other.item }
}

/// A page whose screen can't take new payloads.
public struct ContractNote: Destination {
  /// Its name.
  public static let id: DestinationID = "contract.note"
  /// What it says; an empty text is refused by the factory.
  public var text: String

  /// Makes the destination.
  public init(_ text: String) { self.text = text }
}

/// A screen that answers with a number.
public struct ContractChoice: Destination {
  /// It answers with a number.
  public typealias Answer = Int
  /// Its name.
  public static let id: DestinationID = "contract.choice"

  /// Makes the destination.
  public init() {}
}

/// A destination that nobody registers.
public struct ContractStranger: Destination {
  /// Its name, a near miss of ``ContractItem``'s.
  public static let id: DestinationID = "contract.itme"

  /// Makes the destination.
  public init() {}
}
