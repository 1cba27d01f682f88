#if os(Linux)
import NetworkingFoundation

/// A WebSocket's opening handshake on a new connection (RFC 6455, section 4.1).
///
/// libcurl connects with the usual proxy and TLS settings. This type writes the request head and reads the response.
struct CurlUpgrade {
  /// The maximum size of an error response's content, in bytes.
  private static let contentLimit = 64 << 10

  private let request: HTTPRequest
  private let offer: WebSocketOffer
  private let socket: CurlSocket
  private let connection: CurlConnection
  private let headLimit: Int
  private let userAgent: String?

  init(_ request: HTTPRequest, offer: WebSocketOffer, settings: CurlSettings) throws(NetworkError) {
    self.request = request
    self.offer = offer
    headLimit = settings.configuration.maximumHeadSize
    userAgent = settings.userAgent
    socket = try CurlSocket(request, settings: settings)
    connection = CurlConnection(socket)
  }

  func send() async throws(NetworkError) -> HTTPResponse {
    let key = WebSocketHandshake.randomKey()
    setDeadline()
    let result = await withTaskCancellationHandler {
      await shakeHands(key: key)
    } onCancel: {
      socket.end(.failure(.cancelled))
    }
    let response = try result.get()
    // From now on, the connection's owner decides how long the connection stays open.
    socket.setDeadline(nil)
    return response
  }

  private func shakeHands(key: String) async -> Result<HTTPResponse, NetworkError> {
    do throws(NetworkError) {
      try await socket.open()
      socket.write(head(key: key))
      return .success(try await readResponse(key: key))
    } catch {
      return .failure(error)
    }
  }

  private func setDeadline() {
    let timeouts = request.timeouts
    let phases: [(NetworkError.TimeoutPhase, Duration)] = [
      (.firstByte, timeouts.firstByte), (.total, timeouts.total),
    ].compactMap { phase, limit in limit.map { (phase, $0) } }
    guard let (phase, limit) = phases.min(by: { $0.1 < $1.1 }) else { return }
    let at = DispatchTime.now().uptimeNanoseconds.addingSaturated(limit.nanoseconds)
    socket.setDeadline((at, .timedOut(phase, limit: limit, origin: socket.origin)))
  }

  private func head(key: String) -> Data {
    let path = request.url.path(percentEncoded: true)
    let query = request.url.query(percentEncoded: true).map { "?\($0)" } ?? ""
    let host = request.origin.map { $0.description.split(separator: "/", maxSplits: 2).last ?? "" } ?? ""
    var fields = request.headers
    fields.joinCookies()
    if let userAgent, !fields.contains(.userAgent) { fields.append(.userAgent, userAgent) }
    fields.merge(WebSocketHandshake.fields(key: key, offer: offer))
    var text = "GET \(path.isEmpty ? "/" : path)\(query) HTTP/1.1\r\nHost: \(host)\r\n"
    for field in fields { text += "\(field.name): \(field.value)\r\n" }
    return Data("\(text)\r\n".utf8)
  }

  private func readResponse(key: String) async throws(NetworkError) -> HTTPResponse {
    var received = Data()
    var total = 0
    while true {
      let (head, rest) = try await readHead(after: received, total: &total)
      let status: HTTPStatus
      let headers: HTTPFields
      do throws(ResponseHeadParser.Failure) {
        (status, headers) = try ResponseHeadParser.parse(Array(head))
      } catch {
        throw violation(error.reason)
      }
      var response = HTTPResponse(status: status, headers: headers, url: request.url)
      if status.code == 101 {
        do throws(WebSocketViolation) {
          let agreement = try WebSocketHandshake.agreement(in: headers, key: key, offer: offer)
          response.context[UpgradedSocket.self] = UpgradedSocket(
            connection: connection,
            firstBytes: rest,
            agreement: agreement
          )
        } catch {
          throw violation(error.reason)
        }
        return response
      }
      if status.isInformational {
        received = rest
        continue
      }
      response.body = ResponseBody(bytes: await content(of: headers, beginning: rest))
      return response
    }
  }

  /// Reads a head through its empty line; returns the head and the bytes after it.
  private func readHead(after received: Data, total: inout Int) async throws(NetworkError) -> (head: Data, rest: Data) {
    var received = received
    var searched = 0
    while true {
      if let end = received.endOfHead(searched: searched) {
        total += end
        guard total <= headLimit else { throw tooLarge }
        return (Data(received.prefix(end)), Data(received.dropFirst(end)))
      }
      guard total + received.count <= headLimit else { throw tooLarge }
      searched = max(0, received.count - 3)
      let more: Data?
      do throws(NetworkError) {
        more = try await connection.read()
      } catch {
        guard case .connectionLost(_, let origin) = error else { throw error }
        throw .connectionLost(received.isEmpty ? .beforeResponse : .inHead, origin: origin)
      }
      guard let more else {
        throw .connectionLost(received.isEmpty ? .beforeResponse : .inHead, origin: socket.origin)
      }
      received.append(more)
    }
  }

  /// Reads the content for an error message; incomplete content is better than no content.
  private func content(of headers: HTTPFields, beginning: Data) async -> Data {
    let length = headers[.contentLength].flatMap { Int($0) } ?? Self.contentLimit
    let isChunked = headers.contains(.transferEncoding)
    let wanted = isChunked ? Self.contentLimit : min(length, Self.contentLimit)
    var content = beginning
    do throws(NetworkError) {
      while content.count < wanted, !(isChunked && content.suffix(5).elementsEqual("0\r\n\r\n".utf8)) {
        guard let more = try await connection.read() else { break }
        content.append(more)
      }
    } catch {
      // The caller reports the status, which matters more than this error.
    }
    return isChunked ? Self.unchunked(content) : content.prefix(wanted)
  }

  /// Removes the chunked coding up to the first invalid chunk (RFC 9112, section 7.1).
  private static func unchunked(_ bytes: Data) -> Data {
    var content = Data()
    var rest = bytes[...]
    while let end = rest.firstIndex(of: 0x0A) {
      let line = String(decoding: rest[..<end], as: UTF8.self)
      let digits = line.prefix { $0.isHexDigit }
      guard digits.count <= 8, let size = Int(digits, radix: 16), size > 0 else { break }
      let chunk = rest[rest.index(after: end)...].prefix(size)
      content.append(chunk)
      rest = rest[chunk.endIndex...].dropFirst(2)
    }
    return content
  }

  private var tooLarge: NetworkError { violation("its header fields are larger than \(headLimit) bytes") }

  private func violation(_ reason: String) -> NetworkError { .protocolViolation(reason, origin: socket.origin) }
}

extension Data {
  /// Returns the position after a head's empty line; LF may occur without CR (RFC 9112, section 2.2).
  fileprivate func endOfHead(searched: Int) -> Int? {
    withUnsafeBytes { bytes in
      var index = searched
      while index < bytes.count {
        if bytes[index] == 0x0A, index + 1 < bytes.count {
          if bytes[index + 1] == 0x0A { return index + 2 }
          if bytes[index + 1] == 0x0D, index + 2 < bytes.count, bytes[index + 2] == 0x0A { return index + 3 }
        }
        index += 1
      }
      return nil
    }
  }
}
#endif
