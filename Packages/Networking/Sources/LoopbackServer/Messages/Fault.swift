public import Foundation

/// An intentional fault of a response.
///
/// A response has at most one; `combined` joins several. Apart from its fault, the response is sent unchanged.
public indirect enum Fault: Sendable, Equatable {
  /// A position in the response.
  public enum Point: Sendable, Hashable {
    /// Before the first byte of the final head (and behind a 1xx).
    case beforeHead
    /// Behind so many bytes of the head; behind the whole head if it is shorter.
    case insideHead(afterBytes: Int)
    /// Between the head and the body.
    case afterHead
    /// Behind so many bytes of the body as it is on the wire, chunk framing included; behind the whole body if shorter.
    case insideBody(afterBytes: Int)
    /// Behind the last byte, with nothing in the head that announced it.
    case afterBody
  }

  /// The part of a response that a fault affects.
  public enum Part: Sendable, Hashable {
    /// The status line and the header fields.
    case head
    /// Everything behind the head.
    case body
    /// All of it.
    case everything
  }

  /// A malformed chunk.
  ///
  /// A body that is empty is replaced by a few bytes; the connection is closed afterwards.
  public enum BadChunk: Sendable, Hashable, CaseIterable {
    /// The size of the first chunk is not a hexadecimal number.
    case malformedSize
    /// The size of the first chunk has a minus sign.
    case negativeSize
    /// The size of the first chunk needs more than 64 bits.
    case overflowingSize
    /// The size of the first chunk promises 16 bytes more than follow before the close.
    case sizeTooLarge
    /// The size of the first chunk is one less than the bytes that follow.
    case sizeTooSmall
    /// The data of the first chunk is not followed by CR LF.
    case missingTerminator
    /// The connection closes without the chunk of size zero.
    case missingLastChunk
    /// The last chunk is followed by a line that is no header field.
    case malformedTrailer
  }

  /// Waits at a point, then goes on.
  case delay(Duration, at: Point)
  /// Sends a part in pieces of so many bytes, one in each interval.
  case trickle(bytes: Int, every: Duration, Part = .everything)
  /// Closes the connection in an orderly way (FIN).
  case close(at: Point)
  /// Resets the connection (RST), up to a second later so that the bytes before can arrive.
  case reset(at: Point)
  /// Sends nothing more and keeps the connection open until the client leaves or the server stops.
  case stall(at: Point)
  /// Declares a body length that is wrong by so many bytes. If too long, the connection closes behind the body; if too
  /// short, it stays open. A body of unknown length counts as empty here.
  case wrongContentLength(by: Int)
  /// Sends the body chunked, with something wrong.
  case badChunk(BadChunk)
  /// Adds a header field whose value has so many bytes.
  case oversizedHeader(bytes: Int)
  /// Adds so many small header fields.
  case manyHeaders(count: Int)
  /// Sends header fields until the client leaves.
  case endlessHead
  /// Sends so many bytes that are not HTTP (always the same ones), then closes.
  case garbage(bytes: Int)
  /// Sends exactly these bytes in place of the response, then closes, or takes the next request.
  case raw(Data, keepsOpen: Bool = false)
  /// Repeats the body (or a filler, if it is empty) until the client leaves.
  case infiniteBody
  /// Sends heads of interim responses (100…199, any number is sent as given) before the response.
  case informational([Int], headers: ServerHeaders = [:])
  /// Several faults in one response.
  case combined([Fault])

  /// Never responds, and keeps the connection open.
  public static var neverAnswer: Fault { .stall(at: .beforeHead) }

  /// Sends exactly this text in place of the response, then closes, or takes the next request.
  public static func raw(text: String, keepsOpen: Bool = false) -> Fault {
    .raw(Data(text.utf8), keepsOpen: keepsOpen)
  }
}
