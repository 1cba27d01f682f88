import Foundation

/// The forms of error bodies that many services share.
enum CommonErrorBody {
  /// What is no text where one is looked for is passed over, so that it does not hide the text beside it.
  private struct Document: Decodable {
    private enum CodingKeys: String, CodingKey {
      case message, detail, error, title
      case errorDescription = "error_description"
    }

    let words: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func text(_ key: CodingKeys) -> String? { try? container.decode(String.self, forKey: key) }
      // Beside a sentence, `error` is a word for programs, such as "Not Found" or "invalid_grant" (RFC 6749, section 5.2).
      let own = text(.message) ?? text(.detail) ?? text(.errorDescription) ?? text(.error) ?? text(.title)
      // Many services put the whole into an object.
      words = own ?? (try? container.decode(Inner.self, forKey: .error))?.words
    }
  }

  private struct Inner: Decodable {
    private enum CodingKeys: String, CodingKey {
      case message, detail, title
    }

    let words: String?

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      func text(_ key: CodingKeys) -> String? { try? container.decode(String.self, forKey: key) }
      words = text(.message) ?? text(.detail) ?? text(.title)
    }
  }

  /// The words for people, on one line; `nil` for HTML, for other JSON and for an empty body.
  static func message(in body: Data, contentType: String?) -> String? {
    let mediaType = contentType?.split(separator: ";").first.map { $0.lowercased() } ?? ""
    if mediaType == "text/plain" {
      let text = BodyExcerpt.text(of: body)
      return text.isEmpty ? nil : text
    }
    guard let document = try? JSONDecoder().decode(Document.self, from: body) else {
      // Anything else is no message of the service; the failure's excerpt still shows it.
      return nil
    }
    return document.words.map { BodyExcerpt.text(of: Data($0.utf8)) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
