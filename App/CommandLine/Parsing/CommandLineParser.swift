/// Reads command lines by a ``CommandTree``.
///
/// The rules:
/// - An option stands anywhere after its command's name, so those of the program itself stand anywhere.
/// - `--name value`, `--name=value`, `-x value`, `-xvalue`, `-x=value`; flags join: `-ab`, `-abx value`.
/// - Names are written in full. An option is given once unless it is declared repeatable.
/// - The word after an option is not its value when it begins with a dash, unless it is `-` alone or a negative
///   number; `--name=value` takes any.
/// - `--` ends the options; `-` and negative numbers are operands.
/// - `-h`, `--help`, `--version`, and `help` in place of a command are recognised in whatever else is wrong; help
///   before version.
///
/// (POSIX, Base Definitions 12.2, Utility Syntax Guidelines, with the long options of GNU.)
struct CommandLineParser: Sendable {
  /// What is declared.
  let tree: CommandTree

  init(_ tree: CommandTree) {
    self.tree = tree
  }

  /// Reads a command line.
  ///
  /// The arguments are the words after the program's name. Throws the first thing that is wrong, unless help or the
  /// version is asked for.
  func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    var walk = ParseState(tree: tree, words: arguments)
    walk.run()
    if let purpose = walk.specialPurpose { return walk.invocation(purpose) }
    walk.checkWhole()
    if let error = walk.firstError { throw error }
    return walk.invocation(.run)
  }

  /// Reads what is right of a command line that may be wrong elsewhere, so that an error can be reported in the manner
  /// asked for (`--json`, `--color`).
  ///
  /// Only options that are declared for the program itself may be read from it: nothing else is certain to be there.
  func parseLeniently(_ arguments: [String]) -> Invocation {
    var walk = ParseState(tree: tree, words: arguments)
    walk.run()
    return walk.invocation(walk.specialPurpose ?? .run)
  }
}
