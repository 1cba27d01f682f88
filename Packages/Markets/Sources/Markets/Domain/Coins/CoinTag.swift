/// What can be done with a coin at the exchange, as the price list says it.
public enum CoinTag: Hashable, Sendable, Comparable, CaseIterable {
  /// It can be deposited.
  case deposit
  /// It can be withdrawn.
  case withdrawal
  /// Something that this program has no name for, as the service writes it.
  case other(String)

  /// The tags that are known.
  public static let allCases: [CoinTag] = [.deposit, .withdrawal]

  /// Reads a tag.
  public init(_ name: String) {
    switch name {
    case "deposit": self = .deposit
    case "withdrawal": self = .withdrawal
    default: self = .other(name)
    }
  }

  /// The tag as the service writes it.
  public var name: String {
    switch self {
    case .deposit: "deposit"
    case .withdrawal: "withdrawal"
    case .other(let name): name
    }
  }

  /// Orders by the name.
  public static func < (left: CoinTag, right: CoinTag) -> Bool { left.name < right.name }
}
