/// SIMD conversions written lane by lane, which compile to one or two instructions.
///
/// The standard library's conversions are functions with loops, which the optimizer doesn't always inline.
extension SIMD8 where Scalar == Int16 {
  @inline(__always)
  init(widening values: SIMD8<UInt8>) {
    self.init(
      Int16(values[0]),
      Int16(values[1]),
      Int16(values[2]),
      Int16(values[3]),
      Int16(values[4]),
      Int16(values[5]),
      Int16(values[6]),
      Int16(values[7])
    )
  }

  @inline(__always)
  init(lowBits values: SIMD8<Int32>) {
    self.init(
      Int16(truncatingIfNeeded: values[0]),
      Int16(truncatingIfNeeded: values[1]),
      Int16(truncatingIfNeeded: values[2]),
      Int16(truncatingIfNeeded: values[3]),
      Int16(truncatingIfNeeded: values[4]),
      Int16(truncatingIfNeeded: values[5]),
      Int16(truncatingIfNeeded: values[6]),
      Int16(truncatingIfNeeded: values[7])
    )
  }

  @inline(__always)
  init(clamping values: SIMD8<Int32>) {
    let highest = SIMD8<Int32>(repeating: 32_767)
    let lowest = SIMD8<Int32>(repeating: -32_768)
    let bounded = values.replacing(with: highest, where: values .> highest)
    self.init(lowBits: bounded.replacing(with: lowest, where: bounded .< lowest))
  }

  @inline(__always)
  func bounded(_ lowest: Int16, _ highest: Int16) -> Self {
    let lowest = Self(repeating: lowest)
    let highest = Self(repeating: highest)
    let bounded = replacing(with: highest, where: self .> highest)
    return bounded.replacing(with: lowest, where: bounded .< lowest)
  }
}

extension SIMD8 where Scalar == UInt16 {
  @inline(__always)
  init(widening values: SIMD8<UInt8>) {
    self.init(
      UInt16(values[0]),
      UInt16(values[1]),
      UInt16(values[2]),
      UInt16(values[3]),
      UInt16(values[4]),
      UInt16(values[5]),
      UInt16(values[6]),
      UInt16(values[7])
    )
  }
}

extension SIMD8 where Scalar == Int32 {
  @inline(__always)
  init(widening values: SIMD8<Int16>) {
    self.init(
      Int32(values[0]),
      Int32(values[1]),
      Int32(values[2]),
      Int32(values[3]),
      Int32(values[4]),
      Int32(values[5]),
      Int32(values[6]),
      Int32(values[7])
    )
  }
}

extension SIMD8 where Scalar == UInt8 {
  @inline(__always)
  init(lowBits values: SIMD8<Int16>) {
    self.init(
      UInt8(truncatingIfNeeded: values[0]),
      UInt8(truncatingIfNeeded: values[1]),
      UInt8(truncatingIfNeeded: values[2]),
      UInt8(truncatingIfNeeded: values[3]),
      UInt8(truncatingIfNeeded: values[4]),
      UInt8(truncatingIfNeeded: values[5]),
      UInt8(truncatingIfNeeded: values[6]),
      UInt8(truncatingIfNeeded: values[7])
    )
  }

  @inline(__always)
  init(lowBits values: SIMD8<UInt16>) {
    self.init(
      UInt8(truncatingIfNeeded: values[0]),
      UInt8(truncatingIfNeeded: values[1]),
      UInt8(truncatingIfNeeded: values[2]),
      UInt8(truncatingIfNeeded: values[3]),
      UInt8(truncatingIfNeeded: values[4]),
      UInt8(truncatingIfNeeded: values[5]),
      UInt8(truncatingIfNeeded: values[6]),
      UInt8(truncatingIfNeeded: values[7])
    )
  }
}
