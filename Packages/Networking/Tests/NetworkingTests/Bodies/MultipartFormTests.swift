import Foundation
import Testing

@testable import Networking

@Suite("Multipart form")
struct MultipartFormTests {
  private func text(_ form: MultipartForm) async throws -> String {
    String(decoding: try await RequestBody.multipart(form).collect(upTo: 1 << 20), as: UTF8.self)
  }

  @Test("serializes a form according to RFC 7578")
  func serializes() async throws {
    try await withTemporaryFolder { folder in
      // Given: a form with a text field, a file and a part of unknown length
      let file = folder.appending(path: "photo.png")
      try Data("PNG".utf8).write(to: file)
      var form = MultipartForm(boundary: "B")
      form.append("title", value: "Holiday\nin May")
      try form.append("photo", file: file, contentType: "image/png")
      form.append("note", body: .stream(chunks(["x", "y"]), contentType: nil), fileName: "a.txt")
      // When: the form is serialized
      let body = RequestBody.multipart(form)
      let text = try await text(form)
      // Then: the bytes have the format that servers expect
      #expect(
        text == """
          --B\r\nContent-Disposition: form-data; name="title"\r\n\r\nHoliday\r\nin May\r
          --B\r\nContent-Disposition: form-data; name="photo"; filename="photo.png"\r\nContent-Type: image/png\r\n\r\nPNG\r
          --B\r\nContent-Disposition: form-data; name="note"; filename="a.txt"\r\n\r\nxy\r
          --B--\r\n
          """
      )
      #expect(body.length == nil)
      #expect(!body.isReplayable)
      #expect(body.contentType == "multipart/form-data; boundary=B")
    }
  }

  @Test("returns the form's length if the lengths of all parts are known")
  func knowsItsLength() async throws {
    var form = MultipartForm()
    #expect(RequestBody.multipart(form).length == (try await text(form)).utf8.count)
    form.append("é", value: "日本")
    let body = RequestBody.multipart(form)
    #expect(body.length == (try await text(form)).utf8.count)
    #expect(body.isReplayable)
  }

  @Test(
    "escapes characters that would end a part's name",
    arguments: [
      ("a\"b", "a%22b"), ("a\r\nX: y", "a%0D%0AX: y"), ("a\nb", "a%0D%0Ab"), ("a\rb", "a%0D%0Ab"), ("é", "é"),
      ("a\\b", "a\\b"),
    ]
  )
  func escapesNames(name: String, expected: String) async throws {
    var form = MultipartForm(boundary: "B")
    form.append(name, value: "v")
    #expect(try await text(form).hasPrefix("--B\r\nContent-Disposition: form-data; name=\"\(expected)\"\r\n\r\n"))
  }

  @Test("prevents a media type from adding another header field")
  func cleansMediaTypes() async throws {
    var form = MultipartForm(boundary: "B")
    form.append("a", body: RequestBody(bytes: Data(), contentType: "text/plain\r\nX-Evil: 1"))
    #expect(!(try await text(form)).contains("\r\nX-Evil"))
  }

  @Test("uses a unique, random and valid boundary (RFC 2046, section 5.1.1)")
  func makesBoundaries() {
    let boundaries = Set((0..<100).map { _ in MultipartForm().boundary })
    #expect(boundaries.count == 100)
    for boundary in boundaries {
      #expect(boundary.utf8.count <= 70)
      #expect(boundary.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
    }
  }

  @Test("parses a serialized form back into its parts, regardless of their content")
  func survivesRandomContent() async throws {
    // Given: forms with random names and contents, generated from a fixed seed
    var generator = SeededGenerator(seed: 7)
    let alphabet = Array("ab\r\n\"-:;=é\u{0}%".unicodeScalars)
    func randomText() -> String {
      var scalars = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 0...12, using: &generator) {
        scalars.append(alphabet[Int.random(in: 0..<alphabet.count, using: &generator)])
      }
      return String(scalars)
    }
    for _ in 0..<2_000 {
      var form = MultipartForm()
      let contents = (0..<Int.random(in: 0...4, using: &generator)).map { _ in Data(randomText().utf8) }
      for content in contents {
        form.append(randomText(), body: .init(bytes: content, contentType: nil), fileName: randomText())
      }
      // When: the serialized form is split at the boundary
      let bytes = try await RequestBody.multipart(form).collect(upTo: 1 << 20)
      let pieces = split(Data("\r\n".utf8) + bytes, by: Data("\r\n--\(form.boundary)".utf8))
      // Then: all parts have their original content
      #expect(pieces.count == contents.count + 2)
      for (piece, content) in zip(pieces.dropFirst(), contents) {
        let end = try #require(piece.firstRange(of: Data("\r\n\r\n".utf8)))
        #expect(piece[end.upperBound...] == content)
        let head = String(decoding: piece[..<end.lowerBound], as: UTF8.self)
        #expect(head.split(separator: "\r\n").count == 1, "\(head.debugDescription)")
      }
      #expect(pieces.last == Data("--\r\n".utf8))
    }
  }

  private func split(_ data: Data, by separator: Data) -> [Data] {
    var pieces: [Data] = []
    var rest = data
    while let range = rest.firstRange(of: separator) {
      pieces.append(Data(rest[..<range.lowerBound]))
      rest = Data(rest[range.upperBound...])
    }
    return pieces + [rest]
  }

  private func chunks(_ texts: [String]) -> AsyncStream<Data> {
    AsyncStream { continuation in
      for text in texts { continuation.yield(Data(text.utf8)) }
      continuation.finish()
    }
  }
}
