import Components

extension DoctorCommand {
  func themes() -> [DoctorFinding] {
    let library = root.configuration.themes()
    return library.fileNames.map { name in
      let check = "theme \(name.sanitized(.singleLine))"
      guard case .own = ThemeChoice(name) else {
        return DoctorFinding(
          check: check,
          state: .warning,
          message: "\(library.path(of: name)) has an invalid name",
          recoverySuggestion: "Rename it: use letters, digits, '.', '_' and '-', but not a built-in theme's name."
        )
      }
      do throws(CommandFailure) {
        return finding(check, try library.listedTheme(name).palette, path: library.path(of: name))
      } catch {
        return DoctorFinding(check: check, error)
      }
    }
  }

  private func finding(_ check: String, _ palette: Palette, path: String) -> DoctorFinding {
    let problems = palette.contrastProblems
    guard !problems.isEmpty else { return DoctorFinding(check: check, state: .good, message: path) }
    let texts = problems.prefix(3).map { problem in
      let ratio = (problem.ratio * 10).rounded(.down) / 10
      return "\(problem.text.rawValue) on \(problem.background.rawValue) has a contrast of \(ratio)"
    }
    let rest = problems.count > texts.count ? ", and \(problems.count - texts.count) more" : ""
    return DoctorFinding(
      check: check,
      state: .warning,
      message: texts.joined(separator: ", ") + rest,
      recoverySuggestion: "Use colors with a contrast of at least \(Color.minimumTextContrast) in \(path)."
    )
  }
}
