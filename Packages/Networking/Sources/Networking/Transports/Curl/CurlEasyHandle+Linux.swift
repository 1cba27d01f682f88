#if os(Linux)
internal import CurlABI
import Foundation

/// A reusable libcurl handle: the options that never change are set once.
///
/// Used on the engine's thread only.
final class CurlEasyHandle {
  let pointer: UnsafeMutableRawPointer
  private let errorText: UnsafeMutablePointer<CChar>
  private var decodesContent = false

  /// Makes a handle; `nil` where libcurl has no memory for it.
  init?(noProxy: String) {
    guard let pointer = curlabi_easy_make() else { return nil }
    self.pointer = pointer
    errorText = .allocate(capacity: CurlABIErrorBufferSize)
    errorText.initialize(repeating: 0, count: CurlABIErrorBufferSize)
    set(CurlABIOptionErrorBuffer, UnsafeRawPointer(errorText))
    set(CurlABIOptionNoSignal, 1)
    set(CurlABIOptionFollowLocation, 0)
    set(CurlABIOptionProtocols, CurlABIProtocolHTTP | CurlABIProtocolHTTPS)
    set(CurlABIOptionHTTPVersion, CurlABIHTTPVersion2OverTLS)
    set(CurlABIOptionSSLVersion, CurlABITLSVersion1_2)
    set(CurlABIOptionHTTP09Allowed, 0)
    set(CurlABIOptionPathAsIs, 1)
    set(CurlABIOptionSuppressConnectHeaders, 1)
    set(CurlABIOptionBufferSize, 128 << 10)
    set(CurlABIOptionNoProxy, noProxy)
    curlabi_easy_set_callback(pointer, Int32(CurlABIOptionHeaderFunction), receiveHead)
    curlabi_easy_set_callback(pointer, Int32(CurlABIOptionWriteFunction), receiveBody)
    curlabi_easy_set_callback(pointer, Int32(CurlABIOptionReadFunction), sendBody)
    curlabi_easy_set_seek_callback(pointer, rewindBody)
  }

  deinit {
    curlabi_easy_free(pointer)
    errorText.deinitialize(count: CurlABIErrorBufferSize)
    errorText.deallocate()
  }

  /// Points the handle at a transfer, which must outlive its use.
  func prepare(for transfer: CurlTransfer, context: UnsafeMutableRawPointer) {
    errorText[0] = 0
    let request = transfer.request
    set(CurlABIOptionURL, transfer.prepared.url)
    set(CurlABIOptionHTTPHeader, transfer.prepared.headerList)
    set(CurlABIOptionConnectTimeoutMilliseconds, request.timeouts.connect.map(\.clampedMilliseconds) ?? Int(Int32.max))
    for option in [CurlABIOptionHeaderData, CurlABIOptionWriteData, CurlABIOptionReadData, CurlABIOptionSeekData] {
      set(option, context)
    }
    setMethod(request)
    if decodesContent == transfer.prepared.sendsOwnAcceptEncoding {
      decodesContent.toggle()
      if decodesContent {
        set(CurlABIOptionAcceptEncoding, "")
      } else {
        set(CurlABIOptionAcceptEncoding, nil as UnsafeRawPointer?)
      }
    }
  }

  /// What libcurl says about the last failure.
  func failureText(for code: Int32) -> String {
    let text = String(cString: errorText)
    return text.isEmpty ? String(cString: curlabi_code_text(code)) : text
  }

  var osErrorNumber: Int32 {
    Int32(truncatingIfNeeded: curlabi_easy_long_info(pointer, Int32(CurlABIInfoOSErrorNumber)))
  }

  /// Whether the connection stood, so that the request could be sent.
  var wasConnected: Bool {
    curlabi_easy_offset_info(pointer, Int32(CurlABIInfoPretransferMicroseconds)) > 0
  }

  private func setMethod(_ request: HTTPRequest) {
    // Order matters: each of the first three also undoes the others.
    if let body = request.body {
      setPost(length: body.bytes.count)
    } else if request.method == .head {
      set(CurlABIOptionNoBody, 1)
    } else if [.post, .put, .patch].contains(request.method) {
      // RFC 9110, section 8.6: these announce the length of their content also when there is none.
      setPost(length: 0)
    } else {
      set(CurlABIOptionHTTPGet, 1)
    }
    if request.body == nil, request.method == .get || request.method == .head {
      set(CurlABIOptionCustomRequest, nil as UnsafeRawPointer?)
    } else {
      set(CurlABIOptionCustomRequest, request.method.rawValue)
    }
  }

  private func setPost(length: Int) {
    set(CurlABIOptionPost, 1)
    curlabi_easy_set_offset(pointer, Int32(CurlABIOptionPostFieldSizeLarge), Int64(length))
  }

  private func set(_ option: Int, _ value: Int) {
    curlabi_easy_set_long(pointer, Int32(option), value)
  }

  private func set(_ option: Int, _ value: UnsafeRawPointer?) {
    curlabi_easy_set_pointer(pointer, Int32(option), value)
  }

  private func set(_ option: Int, _ value: String) {
    // libcurl copies strings.
    value.withCString { text in
      _ = curlabi_easy_set_pointer(pointer, Int32(option), UnsafeRawPointer(text))
    }
  }
}

private func transfer(of context: UnsafeMutableRawPointer?) -> CurlTransfer? {
  context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
}

private let receiveHead: curlabi_data_callback = { bytes, size, count, context in
  guard let bytes, let transfer = transfer(of: context) else { return 0 }
  return transfer.receiveHeadLine(UnsafeRawBufferPointer(start: bytes, count: size * count)) ? size * count : 0
}

private let receiveBody: curlabi_data_callback = { bytes, size, count, context in
  guard let bytes, let transfer = transfer(of: context) else { return 0 }
  let isTaken = transfer.receiveBody(UnsafeRawBufferPointer(start: bytes, count: size * count))
  return isTaken ? size * count : Int(CURLABI_WRITE_PAUSE)
}

private let sendBody: curlabi_data_callback = { bytes, size, count, context in
  guard let bytes, let transfer = transfer(of: context) else { return 0 }
  return transfer.sendBody(into: UnsafeMutableRawBufferPointer(start: bytes, count: size * count))
}

private let rewindBody: curlabi_seek_callback = { context, offset, origin in
  guard let transfer = transfer(of: context), origin == SEEK_SET, transfer.seekBody(to: Int(offset)) else { return 1 }
  return 0
}

extension Duration {
  /// Whole milliseconds, at least 1, and at most what libcurl's `long` options take everywhere.
  fileprivate var clampedMilliseconds: Int {
    let (seconds, attoseconds) = components
    guard seconds < Int64(Int32.max) / 1000 else { return Int(Int32.max) }
    return max(1, Int(seconds) * 1000 + Int(attoseconds / 1_000_000_000_000_000))
  }
}
#endif
