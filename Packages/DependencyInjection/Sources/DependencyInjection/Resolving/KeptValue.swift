/// A value that an entry keeps, whatever its type.
///
/// A class with a typed subclass, so that finding a finished value handles one reference and no generic type: an `Optional<Value>` or an
/// enumeration that holds a `Value` costs a look-up of its type in every call that the compiler can't specialise.
class KeptValue {
  /// The value, which must be of the given type.
  final func value<Value>(as type: Value.Type) -> Value {
    unsafeDowncast(self, to: TypedKeptValue<Value>.self).value
  }
}

/// A value that an entry keeps.
final class TypedKeptValue<Value>: KeptValue {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
