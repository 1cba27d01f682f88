struct ZshCompletions {
  private let table: CompletionTable

  init(_ tree: CommandTree) {
    table = CompletionTable(tree)
  }

  var script: String {
    let function = "_" + table.identifier
    return """
      #compdef \(table.program)
      # Zsh completions for \(table.program). Store them as _\(table.program) in a folder in fpath,
      # or load them after compinit: source <(\(table.program) completions zsh)

      # Adds a command's subcommands and options. The caller sets `place`.
      \(function)_enter() {
        subcommands=()
        case $place in
      \(table.rows.map(enterBranch).joined())\
        esac
      }

      # Returns whether an option, as typed, takes a value.
      \(function)_takes_value() {
        case "$place $1" in
      \(table.rows.compactMap(valueBranch).joined())\
          (*) return 1 ;;
        esac
      }

      \(table.asksProgram ? asking(function) : "")\
      # Offers the completions for an option's value, or for an argument by its number.
      \(function)_offer() {
        local -a offers
        case "$place $1" in
      \(table.rows.flatMap(offerBranches).joined())\
          (*) return 1 ;;
        esac
      }

      \(function)() {
        local place=/ over='' topic='' option='' word
        local -i index operands=0
        local -a subcommands known

        \(function)_enter
        for (( index = 2; index < CURRENT; index++ )); do
          word=${words[index]}
          if [[ -n $option ]]; then
            option=''
          elif [[ -z $over && $word == -- ]]; then
            over=1
          elif [[ -z $over && $word == --* ]]; then
            if \(function)_takes_value $word; then option=$word; fi
          elif [[ -z $over && $word == -[^0-9.]* ]]; then
            word=${word#-}
            while [[ -n $word ]]; do
              if \(function)_takes_value -${word[1]}; then
                if (( ${#word} == 1 )); then option=-$word; fi
                break
              fi
              word=${word[2,-1]}
            done
          elif (( ${#subcommands} > 0 )); then
            if [[ $word == help && -z $topic ]]; then
              topic=1
            elif [[ $word != help && -n ${subcommands[(r)${(b)word}:*]} ]]; then
              place+=$word/
              \(function)_enter
            else
          # Without a dash, options are offered only to users who turn this on (style prefix-needed).
              return 1
            fi
          else
            (( operands += 1 ))
          fi
        done

        if [[ -n $option ]]; then
          \(function)_offer $option
        elif [[ -z $over && $PREFIX == --*=* ]]; then
          word=${PREFIX%%\\=*}
          compset -P 1 '*='
          \(function)_offer $word
        elif [[ -z $over && $PREFIX == -* ]]; then
          _describe -o option known
        elif (( ${#subcommands} > 0 )); then
          _describe -t commands command subcommands
        elif [[ -n $topic ]]; then
          return 1
        else
          \(function)_offer $operands || { [[ -z $over && -z $PREFIX ]] && _describe -o option known }
        fi
      }

      if [[ $funcstack[1] == \(function) || $funcstack[1] == _\(table.program) ]]; then
        \(function) "$@"
      else
        compdef \(function) \(table.program)
      fi

      """
  }

  private func enterBranch(_ row: CompletionTable.Row) -> String {
    let names = row.command.subcommands.map { Self.described($0.name, $0.summary) }
    let options = row.command.options.flatMap { option in
      option.describedSpellings.map { Self.described($0.spelling, $0.summary) }
    }
    var lines = ["    (\(CompletionTable.quoted(row.place)))"]
    if !names.isEmpty { lines += ["      subcommands=("] + names.map { "        " + $0 } + ["      )"] }
    if !options.isEmpty { lines += ["      known+=("] + options.map { "        " + $0 } + ["      )"] }
    lines.append("      ;;")
    return lines.map { $0 + "\n" }.joined()
  }

  private func valueBranch(_ row: CompletionTable.Row) -> String? {
    let patterns = row.offers.filter(\.isOfOption).map { $0.pattern(at: row.place) }
    return patterns.isEmpty ? nil : "    (\(patterns.joined(separator: " | "))) return 0 ;;\n"
  }

  private func offerBranches(_ row: CompletionTable.Row) -> [String] {
    row.offers.map { offer in
      let action =
        switch offer.completion {
        case .nothing: "_message \(CompletionTable.quoted(offer.name))"
        case .files: "_files"
        case .folders: "_files -/"
        case .choices:
          "offers=(\(offer.choices.map { Self.described($0.word, $0.summary) }.joined(separator: " "))); "
            + question(offer) + "_describe \(CompletionTable.quoted(offer.name)) offers"
        }
      return "    (\(offer.pattern(at: row.place))) \(action) ;;\n"
    }
  }

  private func question(_ offer: CompletionTable.Offer) -> String {
    guard !offer.command.isEmpty else { return "" }
    let words = CompletionTable.words(
      of: offer.command,
      previous: #""${words[CURRENT-1]}""#,
      quoted: CompletionTable.quoted
    )
    return "_\(table.identifier)_ask \(words); "
  }

  /// Returns a shell function that runs the program on the command line and offers the completions that it prints.
  private func asking(_ function: String) -> String {
    """
    # Offers completions printed by the program, if any: one word per line, with a description after a tab.
    \(function)_ask() {
      local program=${(Q)words[1]} answer word
      local -a answers
      if [[ $program == '~/'* ]]; then program=$HOME/${program#'~/'}; fi
      if ! whence -p -- $program >/dev/null; then program=\(CompletionTable.quoted(table.program)); fi
      for answer in ${(f)"$(command -- $program "$@" 2>/dev/null </dev/null)"}; do
        word=${answer%%$'\\t'*}
        word=${${word//\\\\/\\\\\\\\}//:/\\\\:}
        if [[ $answer == *$'\\t'* ]]; then word+=:${answer##*$'\\t'}; fi
        answers+=($word)
      done
      if (( ${#answers} > 0 )); then offers=($answers); fi
    }


    """
  }

  /// Returns an entry for `_describe`: the word with its colons escaped, a colon, and a description.
  private static func described(_ word: String, _ summary: String) -> String {
    let word = word.replacing("\\", with: "\\\\").replacing(":", with: "\\:")
    return CompletionTable.quoted("\(word):\(CompletionTable.description(summary))")
  }
}
