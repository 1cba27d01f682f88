// Copies an ICU data file without the parts that the program doesn't use: character set conversion, collation, word breaking for some
// Asian scripts, transliteration, and the names of languages, regions and time zones.
//
// Usage: trim-icu-data FROM TO
//
// It keeps all locales' formats of numbers, currencies, units, durations and dates, and the data that all locales share. ICU's
// unicode/udata.h (UDataInfo) describes the file format. The content is "common data" of type CmnD: a table of contents with the
// offsets of sorted names, followed by the items.

import Foundation

struct Problem: Error {
  let reason: String
}

struct CommonData {
  let header: Data
  var items: [(name: String, content: Data)]

  init(_ file: Data) throws {
    func number(_ offset: Int, _ size: Int) throws -> Int {
      guard offset >= 0, offset + size <= file.count else { throw Problem(reason: "it ends too early") }
      return (0..<size).reduce(0) { $0 | Int(file[offset + $1]) << (8 * $1) }
    }
    let length = try number(0, 2)
    guard try number(2, 2) == 0x27DA else { throw Problem(reason: "it isn't ICU data for this kind of processor") }
    guard file[12..<16] == Data("CmnD".utf8), file[16] == 1 else { throw Problem(reason: "it has another format") }
    let count = try number(length, 4)
    header = file[..<length]
    var entries: [(name: Int, start: Int)] = []
    for index in 0..<count {
      let place = length + 4 + 8 * index
      entries.append((length + (try number(place, 4)), length + (try number(place + 4, 4))))
    }
    items = []
    for (index, entry) in entries.enumerated() {
      let end = index + 1 < count ? entries[index + 1].start : file.count
      guard entry.name < file.count, entry.start <= end, end <= file.count else {
        throw Problem(reason: "its table is wrong")
      }
      let name = String(decoding: file[entry.name...].prefix { $0 != 0 }, as: UTF8.self)
      items.append((name, file[entry.start..<end]))
    }
  }

  /// The content of the new file, in which items begin at multiples of 16 bytes, as in the toolchain's file.
  var file: Data {
    func bytes(_ number: Int) -> [UInt8] { (0..<4).map { UInt8(number >> (8 * $0) & 0xFF) } }
    func padding(after length: Int) -> Data { Data(repeating: 0xAA, count: (16 - length % 16) % 16) }
    var names = Data()
    var table = Data(bytes(items.count))
    var content = Data()
    let namesStart = 4 + 8 * items.count
    let namesLength = items.reduce(0) { $0 + $1.name.utf8.count + 1 }
    let start = namesStart + namesLength + padding(after: namesStart + namesLength).count
    for item in items {
      content += padding(after: content.count)
      table += bytes(namesStart + names.count) + bytes(start + content.count)
      names += Data(item.name.utf8) + [0]
      content += item.content
    }
    return header + table + names + padding(after: namesStart + namesLength) + content
  }
}

/// Returns whether the program needs an item, which has a name such as `icudt76l/curr/de.res`.
func isKept(_ name: String) -> Bool {
  let parts = name.split(separator: "/").dropFirst().map(String.init)
  guard let file = parts.last else { return true }
  if file.hasSuffix(".cnv") { return false }
  guard parts.count > 1 else { return true }
  let shared = ["root.res", "pool.res", "res_index.res"]
  switch parts[0] {
  case "coll": return shared.contains(file) || file == "ucadata.icu"
  case "brkitr": return !file.hasSuffix(".dict") && !file.contains("lstm") && !file.contains("_dict")
  case "translit": return false
  case "lang", "region": return shared.contains(file)
  // Code that formats or parses HTTP dates reads the English names.
  case "zone": return shared.contains(file) || file == "en.res" || file == "tzdbNames.res"
  default: return true
  }
}

do {
  guard CommandLine.arguments.count == 3 else { throw Problem(reason: "two files are needed") }
  var data = try CommonData(try Data(contentsOf: URL(filePath: CommandLine.arguments[1])))
  data.items.removeAll { !isKept($0.name) }
  try data.file.write(to: URL(filePath: CommandLine.arguments[2]))
} catch {
  FileHandle.standardError.write(Data("trim-icu-data: \((error as? Problem)?.reason ?? "\(error)")\n".utf8))
  exit(1)
}
