import Foundation

/// Why a line of a ledger file is not an entry.
enum LineFault: Error {
  case damaged(String)
  case checksum
  case newerSchema(Int)
}
