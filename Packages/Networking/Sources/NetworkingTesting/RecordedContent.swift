import Foundation
import Networking

/// What of a body may be kept in a recording.
///
/// Forms lose the values whose names are secret; JSON documents the strings of such keys, apart from those that are ordinary words there; any text
/// what looks like a secret.
enum RecordedContent {
  /// Names that mean a secret in a query or a form, and often none in a document, such as the `code` of an error or of a currency.
  private static let ordinaryKeys: Set<String> = ["auth", "code", "key", "otp", "session", "sig"]

  /// The content without its secrets; bytes that are no text as they are.
  static func redacted(_ bytes: Data, contentType: String?, by redactor: SecretRedactor) -> Data {
    guard let text = String(validating: bytes, as: UTF8.self) else { return bytes }
    let isForm = contentType?.lowercased().hasPrefix("application/x-www-form-urlencoded") ?? false
    return Data(redactor.redacted(isForm ? form(text, redactor) : document(text, redactor)).utf8)
  }

  private static func form(_ text: String, _ redactor: SecretRedactor) -> String {
    text.split(separator: "&", omittingEmptySubsequences: false).map { item -> String in
      guard let equals = item.firstIndex(of: "="), redactor.isSecret(String(item[..<equals])) else {
        return String(item)
      }
      return item[...equals] + "***"
    }.joined(separator: "&")
  }

  /// Replaces strings where they stand, so that the document keeps its form; in a text that is no JSON there is nothing to find.
  private static func document(_ text: String, _ redactor: SecretRedactor) -> String {
    let bytes = Array(text.utf8)
    guard bytes.first(where: { !isSpace($0) }).map({ "{[".utf8.contains($0) }) ?? false else { return text }
    var result: [UInt8] = []
    var hidesNext = false
    var index = 0
    while index < bytes.count {
      guard bytes[index] == UInt8(ascii: "\"") else {
        // A value of another kind follows the key.
        if hidesNext, !isSpace(bytes[index]), bytes[index] != UInt8(ascii: ":") { hidesNext = false }
        result.append(bytes[index])
        index += 1
        continue
      }
      let end = endOfString(bytes, from: index)
      if hidesNext {
        result.append(contentsOf: "\"***\"".utf8)
      } else {
        result.append(contentsOf: bytes[index..<end])
      }
      let isKey = bytes[end...].first { !isSpace($0) } == UInt8(ascii: ":")
      hidesNext = isKey && isSecretKey(bytes[index..<end], redactor)
      index = end
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isSecretKey(_ literal: ArraySlice<UInt8>, _ redactor: SecretRedactor) -> Bool {
    guard let key = try? JSONDecoder().decode(String.self, from: Data(literal)) else { return false }
    return !ordinaryKeys.contains(key.lowercased()) && redactor.isSecret(key)
  }

  /// Behind the quotation mark that ends a string, or the end of the text.
  private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
    var index = start + 1
    while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
      index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, bytes.count)
  }

  private static func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
