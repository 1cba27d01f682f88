#if os(Linux)
internal import CurlABI
import Foundation

/// What libcurl is told about a request, made on the caller's side so that the engine's thread has less to do.
///
/// `@unchecked Sendable`: nothing changes after `init`; libcurl only reads the list while this object lives.
final class CurlPreparedRequest: @unchecked Sendable {
  let url: String
  let origin: String
  /// Whether the connection may be encrypted.
  let isSecure: Bool
  /// The proxy, or an empty text for none.
  let proxy: String
  /// The keys that the host may have, in libcurl's form.
  let pins: String?
  let headerList: UnsafeMutableRawPointer?
  /// libcurl must not ask for codings, and so not decode them, when the request brings its own field.
  let sendsOwnAcceptEncoding: Bool
  let expectsContinue: Bool

  init(_ request: HTTPRequest, settings: CurlSettings) {
    url = request.url.absoluteString
    let origin = Origin(request.url)
    self.origin = origin?.description ?? url
    proxy = settings.proxies.isEmpty ? "" : origin.flatMap { settings.proxies.proxy(for: $0) } ?? ""
    // A proxy may be spoken to over TLS as well.
    isSecure = origin?.scheme == "https" || !proxy.isEmpty
    pins = settings.pins.isEmpty ? nil : origin.flatMap { settings.pins[$0.host] }
    sendsOwnAcceptEncoding = request.headers.contains(.acceptEncoding)
    expectsContinue = request.expectsContinue
    var list: UnsafeMutableRawPointer?
    for field in request.headers where field.name != .contentLength && field.name != .transferEncoding {
      // "Name;" is libcurl's form for a field without a value.
      list = curlabi_list_append(list, field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    if let body = request.body {
      // "Name:" takes a field out that libcurl would add by itself.
      if !expectsContinue { list = curlabi_list_append(list, "Expect:") }
      if !request.headers.contains(.contentType) { list = curlabi_list_append(list, "Content-Type:") }
      if body.length == nil { list = curlabi_list_append(list, "Transfer-Encoding: chunked") }
    } else if request.method.announcesContent, !request.headers.contains(.contentType) {
      list = curlabi_list_append(list, "Content-Type:")
    }
    headerList = list
  }

  deinit {
    if let headerList { curlabi_list_free(headerList) }
  }
}
#endif
