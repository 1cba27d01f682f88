import Foundation
import LoopbackServer
import Networking

/// The clauses about content codings and parts.
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
      let request = HTTPRequest(
        url: server.url,
        headers: [.acceptEncoding: "gzip"],
        timeouts: .total(.seconds(20))
      )
      let response = try await transport.send(request)
      try require(response.headers[.contentEncoding] == "gzip", "Content-Encoding is gone")
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
      let request = HTTPRequest(url: server.url, timeouts: .total(.seconds(20)))
      let file = try await transport.download(request, by: FileDownload(to: folder.appending(path: "file")))
      try require(ranges.current == ["whole", "bytes=400000-"], "asked for \(ranges.current)")
      try require(FileManager.default.contents(atPath: file.url.path) == content, "another content")
    }
  }

  private static var compressed: ServerResponse {
    ServerResponse(headers: ["Content-Encoding": "gzip", "Content-Type": "text/plain"], body: .bytes(gzip))
  }

  /// "hello, decoded" as gzip made it (RFC 1952).
  private static let gzip = Data(base64Encoded: "H4sIAAAAAAACA8tIzcnJ11FISU3OT0lNAQB3rbYwDgAAAA==") ?? Data()
}
