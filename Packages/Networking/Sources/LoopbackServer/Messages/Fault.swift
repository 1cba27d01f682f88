public import NetworkingFoundation

/// An intentional fault in a response; apart from the fault, the response is sent unchanged.
public indirect enum Fault: Sendable, Equatable {
  /// A position in the response.
  public enum Point: Sendable, Hashable {
    /// A point before the first byte of the final response head, but after interim (1xx) responses.
    case beforeHead
    /// A point after this many bytes of the head, or after the whole head if it is shorter.
    case insideHead(afterBytes: Int)
    /// A point between the head and the body.
    case afterHead
    /// A point after this many bytes of the body as sent, including chunk framing, or at the end of a shorter body.
    case insideBody(afterBytes: Int)
    /// A point after the last byte of the response; the head doesn't announce that the connection will close.
    case afterBody
  }

  /// The part of a response that a fault affects.
  public enum Part: Sendable, Hashable {
    /// The status line and the header fields.
    case head
    /// All bytes after the head.
    case body
    /// The head and the body.
    case everything
  }

  /// A malformed chunk in a chunked body, after which the connection closes; an empty body is replaced by a few bytes.
  public enum BadChunk: Sendable, Hashable, CaseIterable {
    /// The first chunk's size isn't a hexadecimal number.
    case malformedSize
    /// The first chunk's size has a minus sign.
    case negativeSize
    /// The first chunk's size needs more than 64 bits.
    case overflowingSize
    /// The first chunk's size is 16 bytes larger than the data that follows.
    case sizeTooLarge
    /// The first chunk's size is one byte smaller than the data that follows.
    case sizeTooSmall
    /// The first chunk's data isn't followed by CR LF.
    case missingTerminator
    /// The connection closes without the final zero-length chunk.
    case missingLastChunk
    /// The last chunk is followed by a line that isn't a header field.
    case malformedTrailer
  }

  /// Waits at a point, then continues.
  case delay(Duration, at: Point)
  /// Sends a part in chunks of this many bytes, one chunk per interval.
  case trickle(bytes: Int, every: Duration, Part = .everything)
  /// Closes the connection normally (FIN).
  case close(at: Point)
  /// Resets the connection (RST), after a delay of up to a second so that earlier bytes can arrive.
  case reset(at: Point)
  /// Stops sending, and keeps the connection open until the client disconnects or the server stops.
  case stall(at: Point)
  /// Declares a body length that is wrong by this many bytes; a body of unknown length counts as empty.
  ///
  /// The connection closes after the body if the declared length is too large, and otherwise stays open.
  case wrongContentLength(by: Int)
  /// Sends a malformed chunk in a chunked body.
  case badChunk(BadChunk)
  /// Adds a header field with a value of this many bytes.
  case oversizedHeader(bytes: Int)
  /// Adds this many small header fields.
  case manyHeaders(count: Int)
  /// Sends header fields until the client disconnects.
  case endlessHead
  /// Sends this many bytes of garbage, the same in every response, then closes the connection.
  case garbage(bytes: Int)
  /// Sends exactly these bytes instead of the response, then closes the connection or reads the next request.
  case raw(Data, keepsOpen: Bool = false)
  /// Repeats the body until the client disconnects; an empty body is replaced with filler text.
  case infiniteBody
  /// Sends interim response heads before the response; status codes outside 100 to 199 are sent too.
  case informational([Int], headers: ServerHeaders = [:])
  /// Combines several faults in one response.
  case combined([Fault])

  /// Never responds and keeps the connection open.
  public static var neverAnswer: Fault { .stall(at: .beforeHead) }

  /// Sends exactly this text instead of the response, then closes the connection or reads the next request.
  public static func raw(text: String, keepsOpen: Bool = false) -> Fault {
    .raw(Data(text.utf8), keepsOpen: keepsOpen)
  }
}
