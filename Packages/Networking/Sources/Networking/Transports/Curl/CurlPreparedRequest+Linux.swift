#if os(Linux)
internal import CurlABI
import NetworkingFoundation

/// The libcurl options for a request, prepared by the calling task to relieve the engine's thread.
struct CurlPreparedRequest: Sendable {
  let url: String
  let parsedURL: CurlParsedURL
  let isSecure: Bool
  let mayUseHTTP2: Bool
  /// Whether HTTP/2 is used without negotiation.
  var isHTTP2Assumed: Bool { route.httpVersion == CurlABIHTTPVersion2AtOnce }
  let needsOwnConnection: Bool
  let route: CurlRoute
  let headerList: CurlHeaderList
  /// Whether the caller set `Accept-Encoding` and therefore receives encoded content.
  let sendsOwnAcceptEncoding: Bool
  let expectsContinue: Bool

  init(_ request: HTTPRequest, settings: CurlSettings) {
    url = request.url.absoluteString
    parsedURL = CurlParsedURL(url)
    route = settings.routes.route(of: request)
    // The scheme of a valid request is "http" or "https", ignoring case. The connection to a proxy may also use TLS.
    let isEncrypted = url.utf8.dropFirst(4).first != UInt8(ascii: ":")
    isSecure = isEncrypted || !route.proxy.isEmpty
    needsOwnConnection =
      route.httpVersion == CurlABIHTTPVersion2AtOnce && !isEncrypted
      && !CurlLibrary.reusesUnencryptedHTTP2(version: curlabi_version_number())
    mayUseHTTP2 =
      route.httpVersion == CurlABIHTTPVersion2AtOnce || (isSecure && route.httpVersion != CurlABIHTTPVersion1_1)
    sendsOwnAcceptEncoding = request.headers.contains(.acceptEncoding)
    expectsContinue = request.expectsContinue
    headerList = settings.headerList(for: request)
  }
}

// Parsing a URL takes libcurl as long as sending the request. `@unchecked Sendable`: nothing changes after `init`.
final class CurlParsedURL: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer?

  init(_ url: String) { pointer = curlabi_url_make(url) }

  deinit {
    if let pointer { curlabi_url_free(pointer) }
  }
}

/// A request's header fields in libcurl's format.
///
/// `@unchecked Sendable`: nothing changes after `init`, and libcurl only reads the list while this object exists.
final class CurlHeaderList: @unchecked Sendable {
  let pointer: UnsafeMutableRawPointer?
  private let fields: HTTPFields
  private let additions: Additions

  /// The header lines to add to the request's own fields.
  struct Additions: OptionSet {
    let rawValue: UInt8
    static let noExpectation = Additions(rawValue: 1)
    static let noContentType = Additions(rawValue: 2)
    static let chunked = Additions(rawValue: 4)
    static let codings = Additions(rawValue: 8)
    static let compressed = Additions(rawValue: 16)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(_ request: HTTPRequest) {
      self = []
      // A range of encoded content can't be decoded.
      if ContentCoding.isAvailable, !request.headers.contains(.acceptEncoding), !request.headers.contains(.range) {
        insert(.codings)
      }
      if let body = request.body {
        if !request.expectsContinue { insert(.noExpectation) }
        if body.length == nil { insert(.chunked) }
        if body.contentEncoding != nil { insert(.compressed) }
      }
      if request.body != nil || request.method.announcesContent, !request.headers.contains(.contentType) {
        insert(.noContentType)
      }
    }
  }

  init(_ request: HTTPRequest, userAgent: String?) {
    fields = request.headers
    additions = Additions(request)
    var list: UnsafeMutableRawPointer?
    var lines = fields
    lines.joinCookies()
    for field in lines where field.name != .contentLength && field.name != .transferEncoding {
      // The body has its own content coding.
      if additions.contains(.compressed), field.name == .contentEncoding { continue }
      // "Name;" is libcurl's notation for a field with an empty value.
      list = curlabi_list_append(list, field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    if let userAgent, !fields.contains(.userAgent) { list = curlabi_list_append(list, "User-Agent: \(userAgent)") }
    if let coding = request.body?.contentEncoding { list = curlabi_list_append(list, "Content-Encoding: \(coding)") }
    // "Name:" removes a field that libcurl would otherwise add.
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
