import Foundation

/// The forms of error bodies that many services share.
enum CommonErrorBody {
  private struct Document: Decodable {
    var error: String?
    var message: String?
    var detail: String?
    var title: String?
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
    let words = document.error ?? document.message ?? document.detail ?? document.title
    return words.map { BodyExcerpt.text(of: Data($0.utf8)) }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
