extension ParseState {
  /// The options understood at this point, those of the innermost command first.
  private var optionsInScope: [OptionDeclaration] { commands.reversed().flatMap(\.options) }

  mutating func takeLongOption(_ word: String) {
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    let attached = parts.count > 1 ? parts[1] : nil
    let spelling = "--" + name
    let options = optionsInScope
    if let option = options.first(where: { $0.name == name }) {
      take(option, spelling: spelling, attached: attached, isOn: true)
    } else if let option = options.first(where: { $0.isNegatable && "no-" + $0.name == name }) {
      take(option, spelling: spelling, attached: attached, isOn: false)
    } else {
      reportUnknownOption(spelling, name: name, hasValue: attached != nil)
    }
  }

  mutating func takeShortOptions(_ word: String) {
    var letters = word.dropFirst()
    let options = optionsInScope
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.shortName == letter }) else {
        // A long name after a single dash is the likeliest mistake, so the whole word is compared.
        let name = word.dropFirst().prefix { $0 != "=" }
        let longNames = options.flatMap(\.longSpellings)
        let suggestion = name.count > 1 ? Spelling.nearest(to: "--" + name, among: longNames) : nil
        let unknown = suggestion == nil ? "-" + String(letter) : "-" + name
        note(.unknownOption(unknown, command: commands.map(\.name), suggestion: suggestion, owner: nil))
        return
      }
      guard option.value == nil else {
        let value = letters.first == "=" ? letters.dropFirst() : letters
        if !letters.isEmpty, isLongName(word, insteadOf: String(value), for: option) { return }
        take(option, spelling: "-" + String(letter), attached: letters.isEmpty ? nil : String(value), isOn: true)
        return
      }
      if letters.first == "=" {
        note(.unexpectedValue(option: "-" + String(letter), value: String(letters.dropFirst())))
        letters = ""
      }
      take(option, spelling: "-" + String(letter), attached: nil, isOn: true)
    }
  }

  /// Reports a long name after a single dash (`-top` for `--top`), unless the letters after the first are acceptable.
  private mutating func isLongName(_ word: String, insteadOf value: String, for option: OptionDeclaration) -> Bool {
    let name = word.dropFirst().prefix { $0 != "=" }
    guard optionsInScope.contains(where: { $0.name == name }), (try? option.value?.check(value)) == nil else {
      return false
    }
    note(.unknownOption("-" + name, command: commands.map(\.name), suggestion: "--" + name, owner: nil))
    return true
  }

  private mutating func take(_ option: OptionDeclaration, spelling: String, attached: String?, isOn: Bool) {
    wantsHelp = wantsHelp || option.name == OptionDeclaration.help.name
    wantsVersion = wantsVersion || option.name == OptionDeclaration.version.name
    var word = isOn ? Invocation.on : Invocation.off
    if let value = option.value {
      guard let text = attached ?? takeNextAsValue() else {
        let next = position < words.count ? words[position] : nil
        note(
          .missingValue(option: spelling, expectation: value.expectation, example: value.example, next: next)
        )
        return
      }
      guard check(text, value, subject: spelling) else { return }
      word = text
    } else if let attached {
      note(.unexpectedValue(option: spelling, value: attached))
      return
    }
    if let earlier = given[option.name] {
      if !option.isRepeatable { note(.repeatedOption(spelling, first: earlier.spelling)) }
      given[option.name]?.words.append(word)
    } else {
      given[option.name] = (spelling, [word])
    }
  }

  private mutating func takeNextAsValue() -> String? {
    guard position < words.count, !Self.looksLikeOption(words[position]) else { return nil }
    position += 1
    return words[position - 1]
  }

  private mutating func reportUnknownOption(_ spelling: String, name: String, hasValue: Bool) {
    let suggestion = Spelling.nearest(to: spelling, among: optionsInScope.flatMap(\.longSpellings))
    var owner: [String]?
    if let path = tree.path(ofOption: name),
      let option = tree.commands(along: path)?.last?.options
        .first(where: { $0.name == name })
    {
      owner = [tree.root.name] + path
      // The value belongs to the misplaced option and is not a command.
      if option.value != nil, !hasValue { _ = takeNextAsValue() }
    }
    note(.unknownOption(spelling, command: commands.map(\.name), suggestion: suggestion, owner: owner))
  }
}
