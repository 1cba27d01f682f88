public import Foundation

/// An intentional fault of a response.
///
/// A response has at most one; `combined` joins several. Apart from its fault, the response is sent unchanged.
public indirect enum Fault: Sendable, Equatable {
  /// A position in the response.
  public enum Point: Sendable, Hashable {
    /// Before the first byte of the final head (and after a 1xx).
    case beforeHead
    /// After this many bytes of the head; after the whole head if it is shorter.
    case insideHead(afterBytes: Int)
    /// Between the head and the body.
    case afterHead
    /// After this many bytes of the body on the wire, including chunk framing; after the whole body if it is shorter.
    case insideBody(afterBytes: Int)
    /// After the last byte, without an announcement in the head.
    case afterBody
  }

  /// The part of a response that a fault affects.
  public enum Part: Sendable, Hashable {
    /// The status line and the header fields.
    case head
    /// Everything after the head.
    case body
    /// Head and body.
    case everything
  }

  /// A malformed chunk.
  ///
  /// An empty body is replaced with a few bytes. The connection is closed afterwards.
  public enum BadChunk: Sendable, Hashable, CaseIterable {
    /// The size of the first chunk is not a hexadecimal number.
    case malformedSize
    /// The size of the first chunk has a minus sign.
    case negativeSize
    /// The size of the first chunk needs more than 64 bits.
    case overflowingSize
    /// The size of the first chunk promises 16 bytes more than are sent.
    case sizeTooLarge
    /// The size of the first chunk is one less than the number of bytes that are sent.
    case sizeTooSmall
    /// The data of the first chunk isn't followed by CR LF.
    case missingTerminator
    /// The connection closes without the chunk of size zero.
    case missingLastChunk
    /// The last chunk is followed by a line that isn't a header field.
    case malformedTrailer
  }

  /// Waits at a point, and then continues.
  case delay(Duration, at: Point)
  /// Sends a part in pieces of this many bytes, one per interval.
  case trickle(bytes: Int, every: Duration, Part = .everything)
  /// Closes the connection in an orderly way (FIN).
  case close(at: Point)
  /// Resets the connection (RST), up to a second later so that earlier bytes can arrive.
  case reset(at: Point)
  /// Sends nothing more, and keeps the connection open until the client leaves or the server stops.
  case stall(at: Point)
  /// Declares a body length that is off by this many bytes. If it is too long, the connection closes after the body; if
  /// too short, it stays open. A body of unknown length counts as empty here.
  case wrongContentLength(by: Int)
  /// Sends the body chunked, with a malformed chunk.
  case badChunk(BadChunk)
  /// Adds a header field with a value of this many bytes.
  case oversizedHeader(bytes: Int)
  /// Adds this many small header fields.
  case manyHeaders(count: Int)
  /// Sends header fields until the client leaves.
  case endlessHead
  /// Sends this many bytes that aren't HTTP (always the same ones), and then closes.
  case garbage(bytes: Int)
  /// Sends exactly these bytes instead of the response, and then closes or takes the next request.
  case raw(Data, keepsOpen: Bool = false)
  /// Repeats the body (or a filler if it is empty) until the client leaves.
  case infiniteBody
  /// Sends heads of interim responses before the response; any number is sent as given, 100 to 199 or not.
  case informational([Int], headers: ServerHeaders = [:])
  /// Several faults in one response.
  case combined([Fault])

  /// Never responds, and keeps the connection open.
  public static var neverAnswer: Fault { .stall(at: .beforeHead) }

  /// Sends exactly this text instead of the response, and then closes or takes the next request.
  public static func raw(text: String, keepsOpen: Bool = false) -> Fault {
    .raw(Data(text.utf8), keepsOpen: keepsOpen)
  }
}
