struct FishCompletions {
  private let table: CompletionTable

  init(_ tree: CommandTree) {
    table = CompletionTable(tree)
  }

  var script: String {
    let function = "__" + table.identifier
    let valued = table.rows.flatMap { row in
      row.offers.flatMap { offer -> [String] in
        guard case .option(let spellings) = offer.subject else { return [] }
        return spellings.map { Self.quoted("\(row.place)* \($0)") }
      }
    }
    let places = table.rows.map { Self.quoted($0.place) }.joined(separator: " ")
    let groups = table.rows.filter { !$0.command.subcommands.isEmpty }.map { Self.quoted($0.place) }
    return """
      # Fish completions for \(table.program). To load them: \(table.program) completions fish | source

      # Returns whether an option, as typed, takes a value at a place.
      function \(function)_takes_value
          switch "$argv[1] $argv[2]"
      \(valued.isEmpty ? "" : "        case \(valued.joined(separator: " "))\n            return 0\n")\
          end
          return 1
      end

      # Prints the place (the commands typed so far), the number of operands after it, and the word topic after help.
      function \(function)_state
          set -l place /
          set -l operands 0
          set -l over ''
          set -l topic ''
          set -l is_value ''
          set -l line (commandline -opc)
          set -e line[1]
          for word in $line
              if test -n "$is_value"
                  set is_value ''
              else if test -z "$over"; and test "$word" = --
                  set over 1
              else if test -z "$over"; and string match -q -- '--*' "$word"
                  if \(function)_takes_value $place "$word"
                      set is_value 1
                  end
              else if test -z "$over"; and string match -qr -- '^-[^0-9.]' "$word"
                  set -l letters (string split '' -- (string sub -s 2 -- "$word"))
                  for index in (seq (count $letters))
                      if \(function)_takes_value $place "-$letters[$index]"
                          if test $index -eq (count $letters)
                              set is_value 1
                          end
                          break
                      end
                  end
              else if contains -- $place \(groups.isEmpty ? "''" : groups.joined(separator: " "))
                  if test "$word" = help; and test -z "$topic"
                      set topic topic
                  else if contains -- "$place$word/" \(places)
                      set place "$place$word/"
                  else
                      set place nowhere
                  end
              else
                  set operands (math $operands + 1)
              end
          end
          echo $place
          echo $operands
          echo $topic
      end

      # Returns whether the words lead to a place, to offer its subcommands.
      function \(function)_at
          set -l state (\(function)_state)
          test "$state[1]" = $argv[1]
      end

      # Returns whether the words lead to a place or below it, to offer its options.
      function \(function)_under
          set -l state (\(function)_state)
          string match -q -- "$argv[1]*" $state[1]
      end

      # Returns whether the next operand at a place has this number, or at least this number if a plus sign follows.
      function \(function)_operand
          set -l state (\(function)_state)
          test "$state[1]" = $argv[1]; and test -z "$state[3]"; or return 1
          test $state[2] -eq $argv[2]; or test "$argv[3]" = +; and test $state[2] -ge $argv[2]
      end

      \(table.asksProgram ? asking(function) : "")\
      complete -c \(table.program) -f
      \(table.rows.flatMap { lines(for: $0, function: function) }.joined(separator: "\n"))

      """
  }

  /// Returns a shell function that runs the program on the command line and offers the completions that it prints.
  private func asking(_ function: String) -> String {
    """
    # Offers completions printed by the program: one word per line, with a description after a tab. Fails if the program prints nothing.
    function \(function)_ask
        set -l program (commandline -opc)[1]
        if string match -q -- '~/*' "$program"
            set program $HOME(string sub -s 2 -- "$program")
        end
        if not command -sq -- "$program"
            set program \(Self.quoted(table.program))
            command -sq -- $program; or return 1
        end
        set -l answers (command $program $argv </dev/null 2>/dev/null | string match -r '.+')
        test (count $answers) -gt 0; or return 1
        string replace -r '\\t.*\\t' '\\t' -- $answers
        return 0
    end


    """
  }

  private func lines(for row: CompletionTable.Row, function: String) -> [String] {
    let start = "complete -c \(table.program)"
    var lines = row.command.subcommands.map { command in
      start + " -n \(Self.quoted("\(function)_at \(row.place)")) -a \(Self.quoted(command.name))"
        + " -d \(Self.quoted(CompletionTable.description(command.summary)))"
    }
    let isEverywhere = row.place == "/"
    let condition = isEverywhere ? "" : " -n \(Self.quoted("\(function)_under \(row.place)"))"
    for option in row.command.options {
      let end = value(option.value, isOption: true)
      for (spelling, summary) in option.describedSpellings where spelling.hasPrefix("--") {
        // The short form belongs to the first spelling.
        let letter = spelling == "--" + option.name ? option.shortName.map { " -s \($0)" } ?? "" : ""
        let description = " -d \(Self.quoted(CompletionTable.description(summary)))"
        lines.append(start + condition + " -l \(spelling.dropFirst(2))" + letter + end + description)
      }
    }
    for (index, argument) in row.command.arguments.enumerated() {
      let end = value(argument.value, isOption: false)
      guard !end.isEmpty else { continue }
      let number = argument.isRepeating ? "\(index) +" : String(index)
      lines.append(start + " -n \(Self.quoted("\(function)_operand \(row.place) \(number)"))" + end)
    }
    return lines
  }

  private func value(_ value: ValueDeclaration?, isOption: Bool) -> String {
    switch value?.completion {
    case nil: return ""
    case .nothing: return isOption ? " -x" : ""
    case .files: return isOption ? " -r -F" : " -F"
    case .folders: return (isOption ? " -x" : "") + " -a '(__fish_complete_directories)'"
    case .choices:
      let words = (value?.offered ?? []).map { choice in
        Self.quoted(choice.word) + " " + Self.quoted(CompletionTable.description(choice.summary))
      }
      var list = #"printf '%s\t%s\n' "# + words.joined(separator: " ")
      if let command = value?.suggestionCommand, !command.isEmpty {
        let asked = CompletionTable.words(of: command, previous: "(commandline -opc)[-1]", quoted: Self.quoted)
        list = "__\(table.identifier)_ask \(asked); or \(list)"
      }
      list = "(\(list))"
      return (isOption ? " -x" : "") + " -a " + Self.quoted(list)
    }
  }

  /// Returns text quoted as one fish word, in which only the backslash and the quotation mark are special.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("\\", with: "\\\\").replacing("'", with: "\\'") + "'"
  }
}
