import Foundation

extension ContiguousBytes {
  /// `withUnsafeBytes` for a body with a typed error.
  func withBytes<Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    withUnsafeBytes { bytes in
      do throws(Failure) { try body(bytes) } catch { failure = error }
    }
    if let failure { throw failure }
  }
}
