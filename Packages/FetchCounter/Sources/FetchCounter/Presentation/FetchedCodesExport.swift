import Basics
import Foundation

struct FetchedCodesExport {
  /// The formats, in the order in which the screen offers them.
  enum Format: String, CaseIterable {
    case csv, json
  }

  let codes: [FetchedCode]

  func name(_ format: Format) -> String { "response-codes.\(format.rawValue)" }

  /// Returns CSV (RFC 4180) with a header and one row per code, or JSON with `codes`.
  func contents(_ format: Format) throws -> [UInt8] {
    switch format {
    case .csv: return Array(csv.utf8)
    case .json:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
      return Array(try encoder.encode(Document(codes: codes.map(Code.init)))) + Array("\n".utf8)
    }
  }

  private var csv: String {
    codes.reduce(into: CSV.row(["response_code", "fetched_at", "duration_ms"])) { text, code in
      let fields = Code(code)
      text += CSV.row([
        CSV.guardingFormula(fields.responseCode), fields.fetchedAt, Decimals.text(fields.milliseconds, decimals: 3),
      ])
    }
  }

  private struct Document: Encodable {
    let codes: [Code]
  }

  private struct Code: Encodable {
    let responseCode: String
    let fetchedAt: String
    let milliseconds: Double

    enum CodingKeys: String, CodingKey {
      case responseCode = "response_code"
      case fetchedAt = "fetched_at"
      case milliseconds = "duration_ms"
    }

    init(_ code: FetchedCode) {
      responseCode = code.responseCode.description
      fetchedAt = RFC3339.text(of: code.fetchedAt)
      milliseconds = code.duration / .milliseconds(1)
    }
  }
}
