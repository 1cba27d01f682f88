enum RequestFailure: Error, Equatable, Sendable, CaseIterable {
  case malformedRequestLine
  case malformedTarget
  case targetTooLong
  case unsupportedVersion
  case bareLineFeed
  case foldedField
  case malformedFieldName
  case whitespaceBeforeColon
  case malformedFieldValue
  case headerTooLarge
  case tooManyFields
  case missingHost
  case repeatedHost
  case malformedContentLength
  case conflictingContentLengths
  case contentLengthAndTransferEncoding
  case transferEncodingInOldVersion
  case malformedTransferEncoding
  case unknownTransferCoding
  case unknownExpectation
  case bodyTooLarge
  case malformedChunk
  case chunkLineTooLong
  case headTimeout
  case bodyTimeout

  /// The response status (RFC 9110, sections 15.5 and 15.6).
  var status: Int {
    switch self {
    case .targetTooLong: 414
    case .headerTooLarge, .tooManyFields: 431
    case .bodyTooLarge: 413
    case .unknownTransferCoding: 501
    case .unsupportedVersion: 505
    case .unknownExpectation: 417
    case .headTimeout, .bodyTimeout: 408
    default: 400
    }
  }

  /// A sentence describing the client's mistake, for the response body and the log.
  var sentence: String {
    switch self {
    case .malformedRequestLine: "The request line isn't 'METHOD target HTTP/1.1' (RFC 9112, section 3)."
    case .malformedTarget: "The request target contains characters that must be percent-encoded (RFC 3986)."
    case .targetTooLong: "The request line is longer than this server allows."
    case .unsupportedVersion: "This server supports only HTTP/1.0 and HTTP/1.1."
    case .bareLineFeed: "A line of the head doesn't end in CR LF, or contains another CR (RFC 9112, section 2.2)."
    case .foldedField: "A header line begins with white space (RFC 9112, section 5.2)."
    case .malformedFieldName: "A header field has a malformed name (RFC 9110, section 5.1)."
    case .whitespaceBeforeColon: "A header field has white space before its colon (RFC 9112, section 5.1)."
    case .malformedFieldValue: "A header field contains a control character (RFC 9110, section 5.5)."
    case .headerTooLarge: "The header is larger than this server allows."
    case .tooManyFields: "The request has more header fields than this server allows."
    case .missingHost: "An HTTP/1.1 request needs a Host field (RFC 9112, section 3.2)."
    case .repeatedHost: "The request has more than one Host field, or a malformed one (RFC 9112, section 3.2)."
    case .malformedContentLength: "Content-Length isn't a number (RFC 9110, section 8.6)."
    case .conflictingContentLengths: "Content-Length occurs twice with different values (RFC 9110, section 8.6)."
    case .contentLengthAndTransferEncoding:
      "Content-Length and Transfer-Encoding are both present (RFC 9112, section 6.3)."
    case .transferEncodingInOldVersion: "An HTTP/1.0 request can't have Transfer-Encoding (RFC 9112, section 6.1)."
    case .malformedTransferEncoding: "Chunked must occur once, as the last transfer coding (RFC 9112, section 6.3)."
    case .unknownTransferCoding: "This server supports only the transfer coding chunked."
    case .unknownExpectation: "This server supports only the expectation 100-continue."
    case .bodyTooLarge: "The request body is larger than this server allows."
    case .malformedChunk: "The chunked body is malformed (RFC 9112, section 7.1)."
    case .chunkLineTooLong: "A chunk extension is longer than this server allows."
    case .headTimeout: "The request head didn't arrive in time."
    case .bodyTimeout: "The request body stopped arriving."
    }
  }
}
