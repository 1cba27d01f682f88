import Testing

@testable import Networking

@Suite("Chunk decoder")
struct ChunkDecoderTests {
  private struct Result: Equatable {
    var content = ""
    var trailers: [String] = []
    var isComplete = false
  }

  /// Decodes text in pieces of this size; returns `nil` if it is invalid.
  private func decoded(_ text: String, inPiecesOf size: Int = .max) -> Result? {
    var decoder = ChunkDecoder(lineLimit: 100)
    var result = Result()
    var rest = Array(text.utf8)[...]
    do throws(ChunkDecoder.Failure) {
      while !rest.isEmpty {
        let piece = Array(rest.prefix(size))
        rest = rest.dropFirst(size)
        var failure: ChunkDecoder.Failure?
        piece.withUnsafeBytes { bytes in
          do throws(ChunkDecoder.Failure) {
            try decoder.decode(
              bytes,
              content: { result.content += String(decoding: $0, as: UTF8.self) },
              trailer: { result.trailers.append(String(decoding: $0, as: UTF8.self)) }
            )
          } catch {
            failure = error
          }
        }
        if let failure { throw failure }
      }
    } catch {
      return nil
    }
    result.isComplete = decoder.isComplete
    return result
  }

  @Test("decodes chunks with extensions and trailers, wherever the bytes are divided", arguments: [1, 2, 3, 7, .max])
  func decodes(size: Int) {
    let text = "5\r\nhello\r\nA ;x=y\r\n0123456789\r\n001\n!\n0;last\r\nA: b\r\nC: d\r\n\r\nnext response"
    let expected = Result(content: "hello0123456789!", trailers: ["A: b", "C: d"], isComplete: true)
    #expect(decoded(text, inPiecesOf: size) == expected)
  }

  @Test(
    "is complete only after the empty line behind the last chunk",
    arguments: ["", "5", "5\r\nhel", "5\r\nhello", "5\r\nhello\r\n", "0", "0\r\n", "0\r\nA: b\r\n", "0\r\n\r"]
  )
  func expectsTheEnd(text: String) { #expect(decoded(text)?.isComplete == false) }

  @Test(
    "rejects invalid sizes and chunks of another length",
    arguments: [
      "5g\r\nhello\r\n", "g\r\n", "\r\n", "-1\r\n", "+5\r\n", "0x5\r\n", "5 5\r\n", "5,\r\n", ";x\r\n",
      "8000000000000000\r\n", "10000000000000000\r\n", "\u{FF15}\r\n", "5\r\nhello!\r\n", "5\r\nhell\r\no\r\n",
      "5;\(String(repeating: "x", count: 100))\r\n",
    ]
  )
  func rejects(text: String) { #expect(decoded(text) == nil) }
}
