import Foundation

/// Content types by file name extension, for what a demo or a test is likely to serve.
enum ContentType {
  /// The content type of a file; `application/octet-stream` when its extension is unknown.
  static func suggested(by path: String) -> String {
    switch URL(fileURLWithPath: path).pathExtension.lowercased() {
    case "json": "application/json"
    case "txt", "md", "log": "text/plain; charset=utf-8"
    case "html", "htm": "text/html; charset=utf-8"
    case "css": "text/css; charset=utf-8"
    case "js", "mjs": "text/javascript; charset=utf-8"
    case "csv": "text/csv; charset=utf-8"
    case "xml": "application/xml"
    case "png": "image/png"
    case "jpg", "jpeg": "image/jpeg"
    case "gif": "image/gif"
    case "svg": "image/svg+xml"
    case "webp": "image/webp"
    case "ico": "image/vnd.microsoft.icon"
    case "pdf": "application/pdf"
    default: "application/octet-stream"
    }
  }
}
