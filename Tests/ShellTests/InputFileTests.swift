import Foundation
import Testing

@testable import fetch_counter

@Suite("User-specified input files")
struct InputFileTests {
  @Test(
    "suggests a fix if a file can't be read",
    arguments: [
      (ENOENT, "Check the path."), (EISDIR, "Check the path."), (ENOTDIR, "Check the path."), (0, "Check the path."),
      (EACCES, "Check the owner and the permissions of the file and its folder."),
      (EMFILE, "Raise the limit (ulimit -n), or run fewer operations at once."),
    ]
  )
  func suggestions(errorNumber: Int32, expected: String) {
    #expect(InputFile.Failure(errorNumber: errorNumber).recoverySuggestion == expected)
  }
}
