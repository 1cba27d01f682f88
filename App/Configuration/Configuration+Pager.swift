import Foundation

extension Configuration {
  /// The pager that is wanted; nil for none.
  ///
  /// What is wrong with the configuration is told by the commands that need it; their help is shown all the same.
  var pager: Pager? {
    let set: String?
    do throws(CommandFailure) { set = try resolved(Settings.pager)?.value } catch { set = nil }
    let command = set ?? usualPager.value
    // A pager that only copies is none.
    let isNone = ["", "cat"].contains(command.trimmingCharacters(in: .whitespaces))
    return isNone ? nil : Pager(command: command, environment: environment)
  }

  /// The pager where nobody sets one for this program alone.
  var usualPager: Resolved<String> {
    guard let word = environment["PAGER"] else { return Resolved(value: "less", origin: .programDefault) }
    return Resolved(value: word, origin: .environment(variable: "PAGER"))
  }
}
