import Testing

@testable import Networking

@Suite("Response head parser")
struct ResponseHeadParserTests {
  @Test("parses a response's status and fields")
  func parses() throws {
    let head = "HTTP/1.1 404 Not Found\r\nContent-Type: text/plain\r\nX-Empty:\r\nx-two:  a  \r\n\r\n"
    let (status, headers) = try ResponseHeadParser.parse(Array(head.utf8))
    #expect(status == .notFound)
    #expect(headers[.contentType] == "text/plain")
    #expect(headers["X-Empty"] == "")
    #expect(headers["X-Two"] == "a")
  }

  @Test(
    "keeps the capitalization of field names and finds them case-insensitively",
    arguments: [
      "Content-Type", "content-type", "CONTENT-TYPE", "ETag", "etag", "X-Request-ID", "Age", "X-Unheard-Of", "~",
    ]
  )
  func keepsNames(name: String) throws {
    let fields = try ResponseHeadParser.parse(Array("HTTP/1.1 200\r\n\(name): x\r\n\r\n".utf8)).headers
    #expect(fields.first?.name.rawName == name)
    #expect(HTTPField.Name(name.lowercased()).map { fields[$0] } == "x")
    #expect(HTTPField.Name(name.uppercased()).map { fields[$0] } == "x")
  }

  @Test("accepts folded field lines")
  func unfolds() throws {
    let head = "HTTP/1.1 200 OK\r\nX-Long: a\r\n  b\r\n\tc\r\nContent-Length: 1\r\n\r\n"
    let fields = try ResponseHeadParser.parse(Array(head.utf8)).headers
    #expect(fields["X-Long"] == "a b c")
    #expect(fields[.contentLength] == "1")
  }

  @Test(
    "accepts status lines without a reason phrase or with other HTTP versions",
    arguments: ["HTTP/1.1 200", "HTTP/1.1 200 ", "HTTP/2 200 ", "HTTP/3 200 ", "HTTP/1.0 200 OK"]
  )
  func acceptsStatusLines(line: String) throws {
    #expect(try ResponseHeadParser.parse(Array("\(line)\r\n\r\n".utf8)).status == .ok)
  }

  @Test(
    "rejects a malformed response head",
    arguments: [
      "", "\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n", "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/1.1 abc OK\r\n\r\n",
      "HTTP/1.1 099 OK\r\n\r\n", "ICY 200 OK\r\n\r\n", "HTTP/7.3 200 OK\r\n\r\n", "HTTP/0.9 200 OK\r\n\r\n",
      "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
      "HTTP/1.1 200 OK\r\n: x\r\n\r\n",
      "HTTP/1.1 200 OK\r\na b: x\r\n\r\n", "HTTP/1.1 200 OK\r\nX : y\r\n\r\n", "HTTP/1.1 200 OK\r\nX: a\u{0}b\r\n\r\n",
      "HTTP/1.1 200 OK\r\nX: a\rb\r\n\r\n",
    ]
  )
  func refuses(head: String) {
    #expect(throws: ResponseHeadParser.Failure.self) { try ResponseHeadParser.parse(Array(head.utf8)) }
  }

  @Test("accepts field values in Latin-1 instead of UTF-8")
  func readsLatin1() throws {
    let head = Array("HTTP/1.1 200 OK\r\nX: caf".utf8) + [0xE9] + Array("\r\n\r\n".utf8)
    #expect(try ResponseHeadParser.parse(head).headers["X"] == "café")
  }

  @Test("parses or rejects any bytes without crashing")
  func survivesRandomBytes() {
    // Given: response heads with random changes, generated from a fixed seed
    var generator = SeededGenerator(seed: 1)
    let valid = Array("HTTP/1.1 200 OK\r\nContent-Length: 5\r\nSet-Cookie: a=b; Path=/\r\n\r\n".utf8)
    var accepted = 0
    for _ in 0..<LongTests.inputs {
      var head = valid
      for _ in 0..<Int.random(in: 0...3, using: &generator) {
        head[Int.random(in: 0..<head.count, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
      }
      // When: a head is parsed. Then: the result can be sent again.
      guard let (status, headers) = try? ResponseHeadParser.parse(head) else { continue }
      accepted += 1
      #expect((100...999).contains(status.code))
      #expect(headers.allSatisfy { !$0.value.utf8.contains(0x0A) && HTTPField.Name($0.name.rawName) != nil })
    }
    #expect(accepted > LongTests.inputs / 4)
    #expect(accepted < LongTests.inputs)
  }
}
