/// A decompressor for zlib streams (RFC 1950), whose memory use depends only on the expected size.
struct Inflater {
  /// The padding after the output, in bytes, which allows copying eight bytes at a time.
  static let slack = 16
  /// The maximum expansion of one byte: 258 bytes per two bits.
  static let highestRatio = 1032

  private let size: Int
  private var bits = InflateBits(position: 2)
  private(set) var produced = 0

  private init(size: Int) {
    self.size = size
  }

  /// Decompresses a stream with its header and checksum; bytes after the checksum are ignored.
  ///
  /// Returns the decompressed bytes, followed by ``slack`` zeros. Throws ``InflateError`` if the stream is corrupt or
  /// incomplete, or doesn't have exactly `size` bytes.
  static func inflate(_ input: [UInt8], size: Int) throws(InflateError) -> [UInt8] {
    try checkHeader(input)
    var inflater = Inflater(size: size)
    var output = [UInt8](repeating: 0, count: size + slack)
    do {
      var outputSpan = output.mutableSpan
      var target = outputSpan.mutableBytes
      try inflater.expandBlocks(input.span.bytes, &target)
    }
    guard inflater.produced == size else {
      throw .damaged(offset: input.count, reason: "the data expands to \(inflater.produced) bytes instead of \(size)")
    }
    let end = inflater.bits.position
    guard input.count - end >= 4 else { throw .truncated }
    let stored = input[end..<end + 4].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    guard stored == Adler32.checksum(output, count: size) else {
      throw .damaged(offset: end, reason: "the checksum (Adler-32) of the expanded data is wrong")
    }
    return output
  }

  /// Checks the header (RFC 1950 § 2.2).
  private static func checkHeader(_ input: [UInt8]) throws(InflateError) {
    guard input.count >= 2 else { throw .truncated }
    let method = Int(input[0])
    let flags = Int(input[1])
    guard method & 15 == 8, method >> 4 <= 7, (method << 8 | flags).isMultiple(of: 31) else {
      throw .damaged(offset: 0, reason: "the compressed data does not begin with a zlib header")
    }
    guard flags & 0x20 == 0 else {
      throw .damaged(offset: 1, reason: "the compressed data requires a dictionary")
    }
  }

  private mutating func expandBlocks(_ input: RawSpan, _ output: inout MutableRawSpan) throws(InflateError) {
    var isLast = false
    while !isLast {
      isLast = bits.take(1, input) == 1
      let type = bits.take(2, input)
      guard !bits.isOverrun else { throw .truncated }
      switch type {
      case 0:
        try copyStored(input, &output)
      case 1:
        try expand(input, &output, literals: .fixedLiterals, distances: .fixedDistances)
      case 2:
        let lengths = try readLengths(input)
        try expand(
          input,
          &output,
          literals: table(lengths.literals, .literals),
          distances: table(lengths.distances, .distances)
        )
      default:
        throw damage("a block has the reserved type 3")
      }
    }
    bits.alignToByte()
  }

  /// Copies a stored block (RFC 1951 § 3.2.4).
  private mutating func copyStored(_ input: RawSpan, _ output: inout MutableRawSpan) throws(InflateError) {
    bits.alignToByte()
    let start = bits.position + 4
    guard start <= input.byteCount else { throw .truncated }
    let length = Int(bits.take(16, input))
    let complement = Int(bits.take(16, input))
    guard length ^ complement == 0xFFFF else {
      throw damage("the length of a stored block doesn't match its complement")
    }
    bits.alignToByte()
    guard length <= input.byteCount - start else { throw .truncated }
    guard length <= size - produced else { throw excess }
    for offset in 0..<length {
      let byte = input.unsafeLoad(fromByteOffset: start + offset, as: UInt8.self)
      output.storeBytes(of: byte, toByteOffset: produced + offset, as: UInt8.self)
    }
    produced += length
    bits.skip(length)
  }

  /// Reads a dynamic block's code lengths (RFC 1951 § 3.2.7).
  private mutating func readLengths(
    _ input: RawSpan
  ) throws(InflateError) -> (literals: ArraySlice<UInt8>, distances: ArraySlice<UInt8>) {
    let literalCount = bits.take(5, input) + 257
    let distanceCount = bits.take(5, input) + 1
    let codeCount = bits.take(4, input) + 4
    guard literalCount <= 286, distanceCount <= 30 else { throw damage("a block has too many codes") }
    var codeLengths = [UInt8](repeating: 0, count: 19)
    for place in DeflateCode.orderOfCodeLengths.prefix(codeCount) { codeLengths[place] = UInt8(bits.take(3, input)) }
    guard !bits.isOverrun else { throw .truncated }
    let codes = try table(codeLengths, .codeLengths)

    var lengths: [UInt8] = []
    let count = literalCount + distanceCount
    while lengths.count < count {
      bits.refill(input)
      let entry = codes.entries[bits.peek(codes.indexBits)]
      guard entry & InflateTable.Kind.invalid == 0 else { throw damage("a code length has no valid code") }
      bits.remove(Int(entry & 31))
      switch Int(entry >> 16) {
      case let length where length < 16: lengths.append(UInt8(length))
      case 16:
        guard let last = lengths.last else {
          throw damage("the first code length repeats a previous length, but no length precedes it")
        }
        lengths += [UInt8](repeating: last, count: 3 + bits.take(2, input))
      case 17: lengths += [UInt8](repeating: 0, count: 3 + bits.take(3, input))
      default: lengths += [UInt8](repeating: 0, count: 11 + bits.take(7, input))
      }
      guard !bits.isOverrun else { throw .truncated }
    }
    guard lengths.count == count else { throw damage("a block has more code lengths than it announced") }
    guard lengths[DeflateCode.endOfBlock] > 0 else { throw damage("a block has no end-of-block code") }
    return (lengths[..<literalCount], lengths[literalCount...])
  }

  private func table(
    _ lengths: some Collection<UInt8>,
    _ alphabet: InflateTable.Alphabet
  ) throws(InflateError) -> InflateTable {
    let bits =
      switch alphabet {
      case .literals: 11
      case .distances: 8
      case .codeLengths: 7
      }
    guard let table = InflateTable(lengths: lengths, alphabet: alphabet, mostIndexBits: bits) else {
      throw damage("the codes of a block are oversubscribed or incomplete")
    }
    return table
  }

  private mutating func expand(
    _ input: RawSpan,
    _ output: inout MutableRawSpan,
    literals: InflateTable,
    distances: InflateTable
  ) throws(InflateError) {
    // Local copies stay in registers.
    var bits = bits
    var position = produced
    let outcome = InflateLoop.run(
      input,
      &output,
      literals: literals.entries.span,
      distances: distances.entries.span,
      literalBits: literals.indexBits,
      distanceBits: distances.indexBits,
      size: size,
      &bits,
      &position
    )
    self.bits = bits
    produced = position
    if bits.isOverrun { throw .truncated }
    switch outcome {
    case .finished: return
    case .excess: throw excess
    case .invalidCode: throw damage("the data contains an undefined code")
    case .distanceTooLong: throw damage("the data refers to bytes before its beginning")
    }
  }

  private var excess: InflateError { damage("the data expands to more than \(size) bytes") }

  private func damage(_ reason: String) -> InflateError {
    bits.isOverrun ? .truncated : .damaged(offset: bits.offset, reason: reason)
  }
}

enum InflateError: Error, Equatable {
  case truncated
  /// The stream is invalid near a byte offset.
  case damaged(offset: Int, reason: String)
}
