extension HTTPFieldName {
  /// Makes a name from bytes that were received; `nil` where they are no token.
  init?(received bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty, bytes.allSatisfy(HTTPToken.isTokenCharacter) else { return nil }
    // Names are short: these strings need no memory of their own up to 15 bytes.
    self.init(valid: String(decoding: bytes, as: UTF8.self))
  }
}
