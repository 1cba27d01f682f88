extension NavigationTarget: Codable {
  enum CodingKeys: String, CodingKey {
    case id
    case payload
  }

  /// Reads `{"id": …, "payload": …}` with the catalogue in the decoder's `userInfo`.
  ///
  /// What the catalogue doesn't know, or whose payload can't be read, becomes an unreadable target: the router will
  /// say so when it is asked to go there.
  ///
  /// - Throws: `DecodingError` when there is no readable `id`.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let id = try container.decode(DestinationID.self, forKey: .id)
    guard let catalogue = decoder.userInfo[.destinationCatalogue] as? DestinationCatalogue else {
      self.init(unreadable: id, reason: "No destination catalogue was given to the decoder.")
      return
    }
    do throws(TargetReadingError) {
      self = try catalogue.readTarget(id, from: container)
    } catch {
      self.init(unreadable: id, reason: error.description)
    }
  }

  /// Writes `{"id": …, "payload": …}`; an unreadable target is written without its payload.
  ///
  /// - Throws: What the payload's own encoding throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(id, forKey: .id)
    if case .value(let value) = payload.content {
      try container.encode(value, forKey: .payload)
    }
  }
}

extension CodingUserInfoKey {
  /// Where a decoder of targets, commands and logs finds its ``DestinationCatalogue``.
  public static let destinationCatalogue: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "Navigation.destinationCatalogue") else {
      preconditionFailure("The standard library refused a plain coding key.")
    }
    return key
  }()
}
