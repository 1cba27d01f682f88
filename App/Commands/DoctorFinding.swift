/// What `fetch-counter doctor` found of one thing.
struct DoctorFinding: Encodable {
  /// How it is.
  enum State: String, Encodable {
    case good
    /// Something to look at that stops nothing.
    case warning
    case bad
  }

  let check: String
  let state: State
  let message: String
  /// What to do about it.
  var cure: String?

  enum CodingKeys: String, CodingKey {
    case check, state, message, cure
  }

  /// With the same keys whether or not there is something to cure.
  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(check, forKey: .check)
    try container.encode(state, forKey: .state)
    try container.encode(message, forKey: .message)
    try container.encode(cure, forKey: .cure)
  }
}

extension DoctorFinding {
  /// Whether another finding only repeats what this one says.
  func explains(_ other: DoctorFinding) -> Bool { state == .bad && message.contains(other.message) }

  /// What could not even be looked at.
  init(check: String, _ failure: CommandFailure) {
    self.init(check: check, state: .bad, message: failure.message, cure: failure.hint)
  }
}
