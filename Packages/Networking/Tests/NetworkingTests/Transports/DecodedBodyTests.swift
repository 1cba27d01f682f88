#if os(Linux)
import Foundation
import LoopbackServer
import Networking
import Testing

@Suite("Content decoding")
struct DecodedBodyTests {
  private static func base64(_ text: String) -> Data { Data(base64Encoded: text) ?? Data() }

  /// "hello, decoded" in each format.
  private static let gzip = base64("H4sIAAAAAAACA8tIzcnJ11FISU3OT0lNAQB3rbYwDgAAAA==")
  private static let zlib = base64("eJzLSM3JyddRSElNzk9JTQEAJpQFKQ==")
  private static let raw = base64("y0jNycnXUUhJTc5PSU0BAA==")

  private func response(_ coding: String, _ body: Data, to request: (inout HTTPRequest) -> Void = { _ in })
    async throws -> (text: String, headers: HTTPFields)
  {
    let server = try LoopbackServer { _ in ServerResponse(headers: ["Content-Encoding": coding], body: .bytes(body)) }
    defer { server.stop() }
    var message = HTTPRequest(url: server.url, timeouts: .total(.seconds(300)))
    request(&message)
    let response = try await SystemTransport.make().send(message)
    let bytes = try await response.body.collect(upTo: 1 << 20)
    return (String(decoding: bytes, as: UTF8.self), response.headers)
  }

  @Test(
    "recognizes every spelling of a content coding",
    arguments: [
      ("gzip", gzip), ("GZIP", gzip), ("x-gzip", gzip), ("identity, gzip", gzip), ("deflate", zlib), ("deflate", raw),
      ("gzip", zlib),
    ]
  )
  func decodes(coding: String, body: Data) async throws {
    let (text, headers) = try await response(coding, body)
    #expect(text == "hello, decoded")
    #expect(!headers.contains(.contentEncoding))
    #expect(!headers.contains(.contentLength))
  }

  @Test("continues with the next gzip member and ignores bytes after the last member")
  func decodesMembers() async throws {
    #expect(try await response("gzip", Self.gzip + Self.gzip).text == "hello, decodedhello, decoded")
    #expect(try await response("gzip", Self.gzip + Data([0, 0, 0])).text == "hello, decoded")
    #expect(try await response("gzip", Self.gzip + Data([7])).text == "hello, decoded")
    #expect(try await response("deflate", Self.zlib + Data("more".utf8)).text == "hello, decoded")
  }

  @Test(
    "passes on content with an unknown coding, and keeps its Content-Encoding field",
    arguments: ["utf-8", "aws-chunked", "br", "gzip, br"]
  )
  func passesOn(coding: String) async throws {
    let (text, headers) = try await response(coding, Data("as it is".utf8))
    #expect(text == "as it is")
    #expect(headers[.contentEncoding] == coding)
  }

  @Test(
    "passes on encoded content if the request itself lists content codings, including identity",
    arguments: ["identity", "gzip"]
  )
  func leavesItToTheCaller(accepted: String) async throws {
    let server = try LoopbackServer { _ in
      ServerResponse(headers: ["Content-Encoding": "gzip"], body: .bytes(Self.gzip))
    }
    defer { server.stop() }
    let request = HTTPRequest(url: server.url, headers: [.acceptEncoding: accepted])
    let response = try await SystemTransport.make().send(request)
    #expect(response.headers[.contentEncoding] == "gzip")
    #expect(try await response.body.collect(upTo: 100) == Self.gzip)
  }

  @Test("requests the supported content codings, except in range requests")
  func asks() async throws {
    let server = try LoopbackServer { .text($0.headers["Accept-Encoding"] ?? "none") }
    defer { server.stop() }
    let transport = try SystemTransport.make()
    func accepted(_ headers: HTTPFields) async throws -> String {
      let response = try await transport.send(HTTPRequest(url: server.url, headers: headers))
      return String(decoding: try await response.body.collect(upTo: 100), as: UTF8.self)
    }
    #expect(try await accepted([:]) == "gzip, deflate")
    #expect(try await accepted(["Range": "bytes=0-3"]) == "none")
    #expect(try await accepted([.acceptEncoding: "br"]) == "br")
  }

  @Test("fails if the encoded content is truncated at any position")
  func reportsCuts() async throws {
    for body in [Self.gzip, Self.zlib, Self.raw] {
      for count in 1..<body.count {
        let coding = body == Self.gzip ? "gzip" : "deflate"
        let error = await #expect(throws: NetworkError.self, "\(coding), \(count)") {
          _ = try await response(coding, body.prefix(count))
        }
        guard case .connectionLost(.inBody, _) = error else {
          Issue.record("\(coding), \(count): \(String(describing: error))")
          continue
        }
        #expect(error?.isRetryable == true)
      }
    }
  }

  @Test("never crashes and never returns wrong content if a byte is corrupt")
  func survivesNoise() async throws {
    for index in Self.gzip.indices {
      var body = Self.gzip
      body[index] ^= UInt8(truncatingIfNeeded: 37 + 2 * index)
      do throws(NetworkError) {
        let server: LoopbackServer
        do {
          server = try LoopbackServer { [body] _ in
            ServerResponse(headers: ["Content-Encoding": "gzip"], body: .bytes(body))
          }
        } catch {
          throw .invalidRequest(reason: "\(error)")
        }
        defer { server.stop() }
        let text = try await SystemTransport.make().send(HTTPRequest(url: server.url)).body.collect(upTo: 1 << 20)
        // The time, flags and system in the gzip header don't affect the content.
        #expect((3..<10).contains(index) || text == Data("hello, decoded".utf8), "\(index)")
      } catch {
        switch error {
        case .protocolViolation, .connectionLost(.inBody, _): break
        default: Issue.record("\(index): \(error)")
        }
      }
    }
  }
}
#endif
