import LoopbackServer
import Networking
import NetworkingFoundation

extension TransportContractRun {
  func deliversResponses() async throws {
    try await withServer({ _ in .text("hello").header("X-Answer", "42") }) { server in
      let response = try await get(server)
      try require(response.status == .ok, "status \(response.status)")
      try require(response.headers["x-answer"] == "42", "header fields \(response.headers.map(\.name))")
      let text = String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
      try require(text == "hello", "body '\(text)'")
      try require(response.url == server.url, "URL \(response.url)")
    }
  }

  func sendsTheRequest() async throws {
    let seen = Shared<[String]>([])
    let handler: LoopbackServer.Handler = { request in
      seen.change {
        $0 = [
          request.method, request.target, request.headers["X-Given"] ?? "", request.headers["Cookie"] ?? "",
          request.text,
        ]
      }
      return .status(204)
    }
    try await withServer(handler) { server in
      for method in [HTTPMethod.post, .put, .patch, .delete] {
        let request = HTTPRequest(
          method: method,
          url: server.url.appending(path: "a/b").appending(queryItems: [URLQueryItem(name: "q", value: "1")]),
          headers: ["X-Given": "yes", "Cookie": "a=1", "cookie": "b=2"],
          body: RequestBody(bytes: Data("content".utf8), contentType: "text/plain"),
          timeouts: .total(.seconds(300))
        )
        let response = try await transport.send(request)
        try require(response.status == .noContent, "status \(response.status)")
        try require(
          seen.current == [method.rawValue, "/a/b?q=1", "yes", "a=1; b=2", "content"],
          "arrived: \(seen.current)"
        )
      }
    }
  }

  func announcesEmptyContent() async throws {
    let seen = Shared<String?>(nil)
    try await withServer({ request in
      seen.change { $0 = request.headers["Content-Length"] }; return .status(204)
    }) {
      server in
      for method in [HTTPMethod.post, .put, .patch] {
        _ = try await transport.send(HTTPRequest(method: method, url: server.url, timeouts: .total(.seconds(300))))
        try require(seen.current == "0", "\(method) with Content-Length \(seen.current ?? "missing")")
      }
    }
  }

  func readsNoBodyAfterHead() async throws {
    try await withServer({ _ in .text("hello") }) { server in
      let request = HTTPRequest(method: .head, url: server.url, timeouts: .total(.seconds(300)))
      let response = try await transport.send(request)
      try require(
        response.headers[.contentLength] == "5",
        "Content-Length \(response.headers[.contentLength] ?? "missing")"
      )
      let body = try await response.body.collect(upTo: 100)
      try require(body.isEmpty, "\(body.count) bytes")
    }
  }

  func deliversErrorStatuses() async throws {
    for status in [400, 401, 404, 407, 429, 500, 503] {
      try await withServer({ _ in
        ServerResponse.text("why", status: status).header("WWW-Authenticate", "Basic realm=\"x\"")
      }) { server in
        let response = try await get(server)
        let text = String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
        try require(response.status.code == status && text == "why", "\(response.status) with '\(text)'")
      }
    }
  }

  func followsNoRedirects() async throws {
    try await withServer({ $0.path == "/" ? .redirect(to: "/elsewhere") : .text("followed") }) { server in
      let response = try await get(server)
      try require(response.status.code == 302, "status \(response.status)")
      try require(response.headers[.location] == "/elsewhere", "Location \(response.headers[.location] ?? "missing")")
    }
  }

  func skipsInterimResponses() async throws {
    try await withServer({ _ in ServerResponse.text("final").failing(with: .informational([102, 103])) }) { server in
      let response = try await get(server)
      let text = String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
      try require(response.status == .ok && text == "final", "\(response.status) with '\(text)'")
    }
  }

  func readsChunkedBodies() async throws {
    let handler: LoopbackServer.Handler = { _ in
      .stream { writer in for part in ["one ", "two ", "three"] { try writer.write(Data(part.utf8)) } }
    }
    try await withServer(handler) { server in
      let text = String(decoding: try await get(server).body.collect(upTo: 100), as: UTF8.self)
      try require(text == "one two three", "body '\(text)'")
    }
  }

  func streamsLargeBodies() async throws {
    let size = 4 << 20
    let content = Self.pattern(size)
    try await withServer({ _ in ServerResponse(body: .bytes(content)) }) { server in
      var received = Data()
      var pieces = 0
      for try await chunk in try await get(server).body {
        received.append(chunk)
        pieces += 1
      }
      try require(received == content, "\(received.count) of \(size) bytes arrived, or their content is different")
      try require(pieces > 1, "the body arrived in a single chunk")
    }
  }

  func keepsRepeatedFields() async throws {
    try await withServer({ _ in ServerResponse.text("").header("Link", "<a>").header("Link", "<b>") }) { server in
      let response = try await get(server)
      try require(response.headers["Link"] == "<a>, <b>", "Link \(response.headers[values: "Link"])")
    }
  }

  func respondsToManyAtOnce() async throws {
    try await withServer({ .text($0.target) }) { server in
      try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<200 {
          group.addTask {
            let url = server.url.appending(path: "\(number)")
            let response = try await transport.send(HTTPRequest(url: url, timeouts: .total(.seconds(300))))
            let text = String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
            return text == "/\(number)"
          }
        }
        for try await isOwn in group { try require(isOwn, "a request got the response to another request") }
      }
    }
  }

  func refusesUnusableURLs() async throws {
    for text in ["ftp://127.0.0.1/", "file:///etc/passwd", "http:///x", "http://user:secret@127.0.0.1:1/", "/relative"]
    {
      guard let url = URL(string: text) else { continue }
      let error = try await failure { try await transport.send(HTTPRequest(url: url)) }
      guard case .invalidURL(let shown, _) = error else {
        throw TransportContractViolation(clause: clause, observation: "\(text): \(error)")
      }
      try require(!shown.contains("secret"), "the error shows a password")
    }
  }
}

extension TransportContractRun {
  func decodesContent() async throws {
    try await withServer({ _ in Self.compressed }) { server in
      let response = try await get(server)
      let text = String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
      try require(text == "hello, decoded", "body '\(text)'")
      try require(response.headers[.contentEncoding] == nil, "Content-Encoding is still there")
      try require(response.headers[.contentLength] == nil, "Content-Length is still there")
    }
  }

  func leavesAskedForCodingsAlone() async throws {
    try await withServer({ _ in Self.compressed }) { server in
      let request = HTTPRequest(url: server.url, headers: [.acceptEncoding: "gzip"], timeouts: .total(.seconds(300)))
      let response = try await transport.send(request)
      try require(response.headers[.contentEncoding] == "gzip", "Content-Encoding is missing")
      let body = try await response.body.collect(upTo: 100)
      try require(body == Self.gzip, "\(body.count) bytes")
    }
  }

  func resumesDownloads() async throws {
    let content = Self.pattern(1 << 20)
    let folder = FileManager.default.temporaryDirectory.appending(path: "contract-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let ranges = Shared<[String]>([])
    let handler: LoopbackServer.Handler = { request in
      ranges.change { $0.append(request.headers["Range"] ?? "whole") }
      let response = ServerResponse(headers: ["ETag": "\"v1\""], body: .bytes(content))
      return ranges.current.count == 1
        ? response.failing(with: .close(at: .insideBody(afterBytes: 400_000))) : response
    }
    try await withServer(handler) { server in
      let request = HTTPRequest(url: server.url, timeouts: .total(.seconds(300)))
      let file = try await transport.download(request, by: FileDownload(to: folder.appending(path: "file")))
      try require(ranges.current == ["whole", "bytes=400000-"], "requested ranges: \(ranges.current)")
      try require(FileManager.default.contents(atPath: file.url.path) == content, "the file's content is different")
    }
  }

  private static var compressed: ServerResponse {
    ServerResponse(headers: ["Content-Encoding": "gzip", "Content-Type": "text/plain"], body: .bytes(gzip))
  }

  /// "hello, decoded" compressed by gzip (RFC 1952).
  private static let gzip = Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJ11FISU3OT0lNAQB3rbYwDgAAAA==") ?? Data()
}
