/// What a snapshot keeps of one flag, whatever its type.
///
/// Immutable, and so are both subclasses' worth of it: there is one, ``TypedEvaluatedFlag``. `@unchecked` because classes with subclasses
/// can't be checked.
class EvaluatedFlag: @unchecked Sendable {
  final let identity: FlagIdentity
  final let valueType: ObjectIdentifier
  final let explanation: FlagExplanation

  init(identity: FlagIdentity, valueType: ObjectIdentifier, explanation: FlagExplanation) {
    self.identity = identity
    self.valueType = valueType
    self.explanation = explanation
  }
}

/// What a snapshot keeps of one flag.
///
/// `@unchecked` for the reason of ``EvaluatedFlag``; what this adds is immutable.
final class TypedEvaluatedFlag<Value: FlagValue>: EvaluatedFlag, @unchecked Sendable {
  /// Apart from `evaluation`, which takes longer to reach into.
  let value: Value
  let evaluation: FlagEvaluation<Value>

  /// Asks the layers, highest first.
  init(_ flag: FeatureFlag<Value>, readings: [LayerReading]) {
    var decided: (value: Value, layer: FlagLayer)?
    let answers = readings.map { layer in
      let provider = layer.provider
      let verdict: FlagAnswer.Verdict
      if let content = layer.reading.values[flag.key] {
        if let value = Value(flagContent: content) {
          verdict = decided == nil ? .decides(value.flagContent) : .overruled(value.flagContent)
          decided = decided ?? (value, provider.layer)
        } else {
          verdict = .malformed(content)
        }
      } else {
        verdict = .silent
      }
      return FlagAnswer(
        layer: provider.layer,
        provider: provider.name,
        spelling: provider.spelling(of: flag.key),
        verdict: verdict
      )
    }
    value = decided?.value ?? flag.defaultValue
    let explanation = FlagExplanation(
      key: flag.key,
      value: value.flagContent,
      defaultValue: flag.defaultValue.flagContent,
      expectation: Value.flagExpectation,
      answers: answers
    )
    evaluation = FlagEvaluation(
      key: flag.key,
      value: value,
      reason: decided.map { .decided($0.layer) } ?? .defaultValue,
      malformed: explanation.malformed
    )
    super.init(identity: flag.identity, valueType: ObjectIdentifier(Value.self), explanation: explanation)
  }
}
