/// A generator for the bash completion script; the script needs no other programs.
struct BashCompletions {
  private let table: CompletionTable

  init(_ tree: CommandTree) {
    table = CompletionTable(tree)
  }

  var script: String {
    let function = "_" + table.identifier
    return """
      # Bash completions for \(table.program). To load them: source <(\(table.program) completions bash)

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
          *) return 1 ;;
        esac
      }

      \(table.asksProgram ? asking(function) : "")\
      # Finds the completions for an option's value, or for an argument by its number.
      \(function)_offer() {
        case "$place $1" in
      \(table.rows.flatMap(offerBranches).joined())\
          *) ;;
        esac
      }

      \(function)() {
        local place=/ operands=0 over='' topic='' option='' kind='' prefix='' current='' rest trimmed word index found
        local -a line=() subcommands=() known=() offers=()
        COMPREPLY=()

        # Bash also splits words at = and :, so parts without a space between them are joined again.
        rest=${COMP_LINE:0:COMP_POINT}
        for ((index = 0; index <= COMP_CWORD; index++)); do
          trimmed=${rest#"${rest%%[![:space:]]*}"}
          word=${COMP_WORDS[index]}
          if ((index == COMP_CWORD)); then word=$trimmed; fi
          if ((index == 0)) || [[ $trimmed != "$rest" ]]; then
            line+=("$word")
          else
            line[${#line[@]} - 1]+=$word
          fi
          rest=${trimmed#"$word"}
        done

        \(function)_enter
        for ((index = 1; index < ${#line[@]} - 1; index++)); do
          word=${line[index]}
          if [[ -n $option ]]; then
            option=''
          elif [[ -z $over && $word == -- ]]; then
            over=1
          elif [[ -z $over && $word == --* ]]; then
            if \(function)_takes_value "$word"; then option=$word; fi
          elif [[ -z $over && $word == -[!0-9.]* ]]; then
            word=${word#-}
            while [[ -n $word ]]; do
              if \(function)_takes_value "-${word:0:1}"; then
                if ((${#word} == 1)); then option=-$word; fi
                break
              fi
              word=${word:1}
            done
          elif ((${#subcommands[@]} > 0)); then
            found=''
            for rest in "${subcommands[@]}"; do
              if [[ $rest == "$word" && $word != help ]]; then found=1; fi
            done
            if [[ -n $found ]]; then
              place+=$word/
              \(function)_enter
            elif [[ $word == help && -z $topic ]]; then
              topic=1
            else
              return 0
            fi
          else
            operands=$((operands + 1))
          fi
        done

        current=${line[${#line[@]} - 1]}
        if [[ -n $option ]]; then
          \(function)_offer "$option"
        elif [[ -z $over && $current == --*=* ]]; then
          \(function)_offer "${current%%=*}"
          # If Bash splits words at =, only the text after it is replaced.
          if [[ $COMP_WORDBREAKS != *=* ]]; then prefix=${current%%=*}=; fi
          current=${current#*=}
        elif [[ -z $over && $current == -* ]]; then
          offers=("${known[@]}")
        elif ((${#subcommands[@]} > 0)); then
          offers=("${subcommands[@]}")
        elif [[ -z $topic ]]; then
          \(function)_offer "$operands"
          if [[ -z $over && -z $current$kind ]] && ((${#offers[@]} == 0)); then offers=("${known[@]}"); fi
        fi

        # Readline completes and quotes file names best.
        case $kind in
          files) compopt -o default 2>/dev/null ;;
          folders) compopt -o dirnames -o filenames 2>/dev/null ;;
        esac
        if ((${#offers[@]} > 0)); then
          for word in "${offers[@]}"; do
            if [[ $word == "$current"* ]]; then
              # A command substitution would start a process for each word.
              printf -v word %q "$word"
              COMPREPLY+=("$prefix$word")
            fi
          done
        fi
        return 0
      }

      complete -F \(function) \(table.program)

      """
  }

  private static func words(_ offer: CompletionTable.Offer) -> String {
    offer.choices.map { CompletionTable.quoted($0.word) }.joined(separator: " ")
  }

  /// Returns a shell function that runs the program on the command line and offers the completions that it prints.
  private func asking(_ function: String) -> String {
    """
    # Offers completions printed by the program, if any: one word per line, with a description after a tab.
    \(function)_ask() {
      local program=${line[0]} answer
      local -a answers=()
      if [[ $program == '~/'* ]]; then program=${HOME:-}/${program#'~/'}; fi
      if ! type -P -- "$program" >/dev/null 2>&1; then program=\(CompletionTable.quoted(table.program)); fi
      while IFS= read -r answer; do
        if [[ -n $answer ]]; then answers+=("${answer%%$'\\t'*}"); fi
      done <<<"$(command -- "$program" "$@" 2>/dev/null </dev/null)"
      if ((${#answers[@]} > 0)); then offers=("${answers[@]}"); fi
    }


    """
  }

  private func enterBranch(_ row: CompletionTable.Row) -> String {
    let names = row.command.subcommands.map { CompletionTable.quoted($0.name) }
    let options = row.command.options.flatMap(\.spellings).map(CompletionTable.quoted)
    var lines = ["    \(CompletionTable.quoted(row.place))\u{29}"]
    if !names.isEmpty { lines.append("      subcommands=(\(names.joined(separator: " ")))") }
    if !options.isEmpty { lines.append("      known+=(\(options.joined(separator: " ")))") }
    lines.append("      ;;")
    return lines.map { $0 + "\n" }.joined()
  }

  private func valueBranch(_ row: CompletionTable.Row) -> String? {
    let patterns = row.offers.filter(\.isOfOption).map { $0.pattern(at: row.place) }
    return patterns.isEmpty ? nil : "    \(patterns.joined(separator: " | "))\u{29} return 0 ;;\n"
  }

  private func offerBranches(_ row: CompletionTable.Row) -> [String] {
    row.offers.map { offer in
      let action =
        switch offer.completion {
        case .nothing: ""
        case .files: "kind=files "
        case .folders: "kind=folders "
        case .choices where offer.command.isEmpty: "offers=(\(Self.words(offer))) "
        case .choices:
          "offers=(\(Self.words(offer))); _\(table.identifier)_ask "
            + CompletionTable.words(
              of: offer.command,
              previous: #""${line[${#line[@]} - 2]}""#,
              quoted: CompletionTable.quoted
            ) + " "
        }
      return "    \(offer.pattern(at: row.place))\u{29} \(action);;\n"
    }
  }
}
