/// A registered link rule, whatever its destination's type.
struct LinkEntry: Sendable {
  let id: DestinationID
  let pattern: LinkPattern
  let location: RegistrationLocation
  let parse: @Sendable ([String: String]) throws -> (target: NavigationTarget, backStack: BackStack)
  let print: @Sendable (NavigationTarget) throws -> [String: String]

  init<D: Destination>(_ rule: LinkRule<D>, pattern: LinkPattern, location: RegistrationLocation) {
    id = D.id
    self.pattern = pattern
    self.location = location
    parse = { values in
      let destination = try D(from: LinkDecoder(values: values))
      return (NavigationTarget(destination), rule.backStack(destination))
    }
    print = { target in
      guard let destination = target.value(as: D.self) else {
        throw LinkCodingError.unsupported("It is another destination's payload.")
      }
      let encoder = LinkEncoder()
      try destination.encode(to: encoder)
      return encoder.values
    }
  }
}
