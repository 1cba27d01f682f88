#if os(Linux)
import Foundation

/// What libcurl is told about a request, made on the caller's side so that the engine's thread has less to do.
final class CurlPreparedRequest: Sendable {
  let url: String
  /// Whether the connection may be encrypted.
  let isSecure: Bool
  let mayUseHTTP2: Bool
  /// The proxy, or an empty text for none.
  let proxy: String
  /// The keys that the host may have, in libcurl's form.
  let pins: String?
  let headerList: CurlHeaderList
  /// The caller chose the codings and gets the content as it is sent, encoded or not.
  let sendsOwnAcceptEncoding: Bool
  let expectsContinue: Bool

  init(_ request: HTTPRequest, settings: CurlSettings) {
    url = request.url.absoluteString
    let needsOrigin = !settings.proxies.isEmpty || !settings.pins.isEmpty
    let origin = needsOrigin ? request.origin : nil
    proxy = origin.flatMap { settings.proxies.proxy(for: $0) } ?? ""
    // A valid request's scheme is "http" or a letter longer, in any case; and a proxy may be spoken to over TLS as well.
    isSecure = url.utf8.dropFirst(4).first != UInt8(ascii: ":") || !proxy.isEmpty
    let configuration = settings.configuration
    mayUseHTTP2 = configuration.assumesHTTP2 || (isSecure && configuration.allowsHTTP2 && CurlLibrary.speaksHTTP2)
    pins = origin.flatMap { settings.pins[$0.host] }
    sendsOwnAcceptEncoding = request.headers.contains(.acceptEncoding)
    expectsContinue = request.expectsContinue
    headerList = settings.headerList(for: request)
  }
}
#endif
