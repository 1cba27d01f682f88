import Basics
import Foundation
import Persistence

/// The content of a ledger file up to the offset where the next read continues.
struct LedgerContent {
  /// The maximum number of stored problems; further problems are only counted.
  static let problemLimit = 1_000
  private static let bufferSize = 512 * 1_024
  private static let endingLength = 64

  var table: LedgerTable
  private(set) var problems: [LedgerProblem] = []
  private(set) var problemCount = 0
  private(set) var newerLine: (line: Int, version: Int)?
  /// The offset of the first byte that is unread or belongs to an incomplete last line.
  private(set) var offset = 0
  /// The length of an incomplete last line, in bytes.
  private(set) var tornLength = 0
  /// Whether the last line is complete except for its line break.
  private(set) var lacksLineBreak = false
  private var lineCount = 0
  private var file: FileStatus?
  /// The last bytes before the offset; different bytes in the file mean that it was rewritten.
  private var ending: [UInt8] = []

  init(aliases: [String: String] = [:]) { table = LedgerTable(aliases: aliases) }

  var snapshot: LedgerSnapshot {
    guard tornLength > 0 else { return LedgerSnapshot(table: table, problems: problems, problemCount: problemCount) }
    let torn = LedgerProblem(line: lineCount + 1, kind: .torn)
    let all = problems.count < LedgerContent.problemLimit ? problems + [torn] : problems
    return LedgerSnapshot(table: table, problems: all, problemCount: problemCount + 1)
  }

  mutating func read(
    _ descriptor: FileDescriptor,
    _ status: FileStatus,
    _ disk: any FileSystem
  ) throws(FileSystemError) {
    guard status.kind == .file else {
      throw FileSystemError(.read, descriptor.path, status.kind == .folder ? .isAFolder : .invalid)
    }
    guard status.size <= LedgerLimits.fileSize else {
      throw FileSystemError(.read, descriptor.path, .fileTooLarge)
    }
    if try !continues(descriptor, status, disk) { startOver() }
    file = status
    guard status.size != offset || tornLength > 0 else { return }
    tornLength = 0
    do throws(FileSystemError) {
      try readLines(descriptor, disk)
      let length = min(offset, LedgerContent.endingLength)
      ending = try disk.readBytes(descriptor, at: offset - length, count: length)
    } catch {
      startOver()
      throw error
    }
  }

  mutating func startOver() { self = LedgerContent(aliases: table.names.aliases) }

  /// Returns whether the file is still the same and has the known bytes before the offset.
  private func continues(
    _ descriptor: FileDescriptor,
    _ status: FileStatus,
    _ disk: any FileSystem
  ) throws(FileSystemError) -> Bool {
    guard let file, file.inode == status.inode, file.device == status.device, status.size >= offset else {
      return offset == 0 && file == nil
    }
    // The line break that completes the last line must be the next byte.
    let count = ending.count + (lacksLineBreak ? 1 : 0)
    let found = try disk.readBytes(descriptor, at: offset - ending.count, count: count)
    guard found.starts(with: ending) else { return false }
    return found.count == ending.count || found.last == UInt8(ascii: "\n")
  }

  private mutating func readLines(_ descriptor: FileDescriptor, _ disk: any FileSystem) throws(FileSystemError) {
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: LedgerContent.bufferSize, alignment: 16)
    defer { buffer.deallocate() }
    guard let start = buffer.baseAddress else { return }
    var isOverlong = false
    var filled = 0
    var position = offset
    while true {
      let free = UnsafeMutableRawBufferPointer(rebasing: buffer[filled...])
      let count = try disk.read(descriptor, at: position + filled, into: free)
      let bytes = UnsafeBufferPointer(
        start: UnsafePointer(start.assumingMemoryBound(to: UInt8.self)),
        count: filled + count
      )
      var used = 0
      while let lineBreak = memchr(start + used, 0x0A, bytes.count - used) {
        let end = UnsafeRawPointer(lineBreak) - UnsafeRawPointer(start)
        addLine(UnsafeBufferPointer(rebasing: bytes[used..<end]), isOverlong)
        isOverlong = false
        used = end + 1
        offset = position + used
      }
      filled = bytes.count - used
      position += used
      if count == 0 { break }
      if filled == buffer.count {
        // A line that exceeds the limit is damaged in any case, so skip its bytes.
        isOverlong = true
        position += filled
        filled = 0
      } else if used > 0, filled > 0 {
        memmove(start, start + used, filled)
      }
    }
    guard position + filled > offset else { return }
    let rest = UnsafeBufferPointer(start: UnsafePointer(start.assumingMemoryBound(to: UInt8.self)), count: filled)
    if !isOverlong, addLastLine(rest) {
      offset += filled
    } else {
      tornLength = position + filled - offset
    }
  }

  private mutating func addLine(_ line: UnsafeBufferPointer<UInt8>, _ isOverlong: Bool) {
    // This line break belongs to a line that was already read without it.
    if lacksLineBreak, line.isEmpty {
      lacksLineBreak = false
      return
    }
    lineCount += 1
    if isOverlong {
      report(.damaged("it is longer than \(LedgerLimits.lineLength) bytes"))
      return
    }
    do throws(LineFault) {
      if let record = try LineReader.record(line, &table) { add(record) }
    } catch {
      reportFault(error)
    }
  }

  /// Adds the last line, which has no line break, and returns whether the line is complete.
  private mutating func addLastLine(_ line: UnsafeBufferPointer<UInt8>) -> Bool {
    do throws(LineFault) {
      guard let record = try LineReader.record(line, &table) else { return false }
      lineCount += 1
      add(record)
    } catch {
      guard case .newerSchema = error else { return false }
      lineCount += 1
      reportFault(error)
    }
    lacksLineBreak = true
    return true
  }

  private mutating func add(_ record: LedgerRecord) {
    do throws(LedgerTable.Fault) {
      try table.admit(record)
    } catch {
      switch error {
      case .duplicate: report(.duplicate(record.id))
      case .unknownOriginal, .notReversible, .alreadyReversed:
        report(.pointlessReversal(of: record.original ?? record.id))
      case .outOfRange: report(.damaged("its numbers are too large to add up"))
      }
    }
  }

  private mutating func reportFault(_ fault: LineFault) {
    switch fault {
    case .damaged(let reason): report(.damaged(reason))
    case .checksum: report(.checksum)
    case .newerSchema(let version):
      if newerLine == nil { newerLine = (lineCount, version) }
      report(.newerSchema(version))
    }
  }

  private mutating func report(_ kind: LedgerProblem.Kind) {
    problemCount += 1
    if problems.count < LedgerContent.problemLimit { problems.append(LedgerProblem(line: lineCount, kind: kind)) }
  }

  /// Updates the offset for appended lines that are already in the table.
  mutating func wrote(_ bytes: [UInt8], lines: Int, size: Int) {
    lacksLineBreak = false
    tornLength = 0
    lineCount += lines
    offset = size
    ending = Array(bytes.suffix(LedgerContent.endingLength))
  }
}
