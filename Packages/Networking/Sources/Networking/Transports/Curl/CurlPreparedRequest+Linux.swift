#if os(Linux)
internal import CurlABI
import Foundation

/// The options of a request in libcurl's form, prepared by the calling task to relieve the engine's thread.
struct CurlPreparedRequest: Sendable {
  let url: String
  let isSecure: Bool
  let mayUseHTTP2: Bool
  /// The proxy's URL; empty without a proxy.
  let proxy: String
  /// The allowed public keys of the host, in libcurl's form.
  let pins: String?
  let headerList: CurlHeaderList
  /// Whether the caller chose the codings, and therefore gets the content as sent.
  let sendsOwnAcceptEncoding: Bool
  let expectsContinue: Bool

  init(_ request: HTTPRequest, settings: CurlSettings) {
    url = request.url.absoluteString
    let needsOrigin = !settings.proxies.isEmpty || !settings.pins.isEmpty
    let origin = needsOrigin ? request.origin : nil
    proxy = origin.flatMap { settings.proxies.proxy(for: $0) } ?? ""
    // A valid request's scheme is "http" or "https", in any case; the connection to a proxy may use TLS as well.
    isSecure = url.utf8.dropFirst(4).first != UInt8(ascii: ":") || !proxy.isEmpty
    let configuration = settings.configuration
    mayUseHTTP2 = configuration.assumesHTTP2 || (isSecure && configuration.allowsHTTP2 && CurlLibrary.speaksHTTP2)
    pins = origin.flatMap { settings.pins[$0.host] }
    sendsOwnAcceptEncoding = request.headers.contains(.acceptEncoding)
    expectsContinue = request.expectsContinue
    headerList = settings.headerList(for: request)
  }
}

/// The header fields of a request in libcurl's form.
///
/// `@unchecked Sendable`: nothing changes after `init`; libcurl only reads the list while this object lives.
final class CurlHeaderList: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer?
  private let fields: HTTPFields
  private let additions: Additions

  /// The lines for libcurl in addition to the request's own fields.
  struct Additions: OptionSet {
    let rawValue: UInt8
    static let noExpectation = Additions(rawValue: 1)
    static let noContentType = Additions(rawValue: 2)
    static let chunked = Additions(rawValue: 4)
    static let codings = Additions(rawValue: 8)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ request: HTTPRequest) {
      self = []
      // A part of encoded content can't be decoded.
      if ContentCoding.isAvailable, !request.headers.contains(.acceptEncoding), !request.headers.contains("Range") {
        insert(.codings)
      }
      if let body = request.body {
        if !request.expectsContinue { insert(.noExpectation) }
        if body.length == nil { insert(.chunked) }
      }
      if request.body != nil || request.method.announcesContent, !request.headers.contains(.contentType) {
        insert(.noContentType)
      }
    }
  }

  init(_ request: HTTPRequest) {
    fields = request.headers
    additions = Additions(request)
    var list: UnsafeMutableRawPointer?
    for field in fields where field.name != .contentLength && field.name != .transferEncoding {
      // "Name;" is libcurl's form for a field without a value.
      list = curlabi_list_append(list, field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    // "Name:" removes a field that libcurl would add.
    if additions.contains(.noExpectation) { list = curlabi_list_append(list, "Expect:") }
    if additions.contains(.noContentType) { list = curlabi_list_append(list, "Content-Type:") }
    if additions.contains(.codings) { list = curlabi_list_append(list, "Accept-Encoding: \(ContentCoding.accepted)") }
    if additions.contains(.chunked) { list = curlabi_list_append(list, "Transfer-Encoding: chunked") }
    pointer = list
  }

  deinit {
    if let pointer { curlabi_list_free(pointer) }
  }

  func fits(_ request: HTTPRequest) -> Bool {
    additions == Additions(request) && fields == request.headers
  }
}
#endif
