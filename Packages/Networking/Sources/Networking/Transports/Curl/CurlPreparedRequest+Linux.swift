#if os(Linux)
internal import CurlABI
import Foundation

/// What libcurl is told about a request, made on the caller's side so that the engine's thread has less to do.
///
/// `@unchecked Sendable`: nothing changes after `init`; libcurl only reads the list while this object lives.
final class CurlPreparedRequest: @unchecked Sendable {
  let url: String
  let origin: String
  let headerList: UnsafeMutableRawPointer?
  /// libcurl must not ask for codings, and so not decode them, when the request brings its own field.
  let sendsOwnAcceptEncoding: Bool

  init(_ request: HTTPRequest) {
    url = request.url.absoluteString
    origin = Origin(request.url)?.description ?? url
    sendsOwnAcceptEncoding = request.headers.contains(.acceptEncoding)
    var list: UnsafeMutableRawPointer?
    for field in request.headers where field.name != .contentLength {
      // "Name;" is libcurl's form for a field without a value.
      list = curlabi_list_append(list, field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    if request.body != nil {
      // "Name:" takes a field out that libcurl would add by itself.
      list = curlabi_list_append(list, "Expect:")
      if !request.headers.contains(.contentType) { list = curlabi_list_append(list, "Content-Type:") }
    }
    headerList = list
  }

  deinit {
    if let headerList { curlabi_list_free(headerList) }
  }
}
#endif
