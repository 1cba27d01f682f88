extension FlagWarning {
  /// Everything that a person should know: by source, the highest layer first, then by flag.
  static func all(
    catalog: FlagCatalog,
    readings: [LayerReading],
    flags: [EvaluatedFlag],
    today: CalendarDay
  ) -> [FlagWarning] {
    var warnings: [FlagWarning] = []
    for (provider, reading) in readings.map({ ($0.provider, $0.reading) }) {
      warnings += reading.problems.map(FlagWarning.problem)
      for key in reading.values.keys.sorted() where catalog[key] == nil {
        let nearest = catalog.nearest(to: key).map { provider.spelling(of: $0) }
        warnings.append(.unknownKey(spelling: provider.spelling(of: key), provider: provider.name, nearest: nearest))
      }
    }
    for explanation in flags.map(\.explanation) {
      for answer in explanation.answers {
        guard case .malformed(let content) = answer.verdict else { continue }
        warnings.append(
          .malformed(
            content,
            spelling: answer.spelling,
            provider: answer.provider,
            key: explanation.key,
            expectation: explanation.expectation
          )
        )
      }
    }
    for declaration in catalog.declarations {
      if let expiry = declaration.expiry, expiry < today {
        warnings.append(.expired(key: declaration.key, on: expiry, owner: declaration.owner))
      }
    }
    return warnings
  }
}
