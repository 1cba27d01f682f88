/// A script for zsh that types lines into an interactive zsh, asks for what fits, and keeps what is added.
///
/// Its arguments are the completion script and the lines; what fits the first line is in the file `row-0`, one word a line.
enum ZshHarness {
  static let text = #"""
    zmodload zsh/zpty || exit 3
    await() {
      local chunk text
      while zpty -r shell chunk; do
        text+=$chunk
        if [[ $text == *$1* ]]; then return 0; fi
      done
      return 1
    }
    zpty shell zsh -f -i
    zpty -w shell "unsetopt prompt_cr prompt_sp; PS1= PS2=; autoload -U compinit; compinit -u -D; source ${(q)1}"
    zpty -w shell 'compadd() {
      local -a added
      if (( ${@[(I)-[OAD]*]} == 0 )); then builtin compadd -O added "$@"; print -rl -- $added >> row-$row; fi
      builtin compadd "$@"
    }'
    # Keys are sent once the line editor says that it reads them.
    zpty -w shell "bindkey '^T' list-choices; bindkey '^B' kill-whole-line"
    zpty -w shell 'zle-line-init() { print "editing-$row." }; zle -N zle-line-init'
    shift
    row=0
    for line; do
      zpty -w shell "row=$row; : > row-$row"
      await editing-$row. || exit 4
      zpty -w -n shell "$line"$'\x14\x02'
      zpty -w shell "print do''ne-$row."
      await done-$row. || exit 5
      (( row += 1 ))
    done
    zpty -d shell
    """#
}
