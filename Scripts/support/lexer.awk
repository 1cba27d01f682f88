# Splits a line of Swift (or C) into code, text and comment. State is kept between lines, because block comments, multi-line strings
# and interpolations can span several.
#
#   lexer_start()     before the first line of a file
#   lexer_line(line)  sets CODE (the line without comments, every string literal as "") and TEXT (the content of its string
#                     literals, as written in the source). With LEXER_KEEPS_STRINGS the literals stay in CODE.
#
# Known limit: a quotation mark in a bare regex literal (/"/) begins a string until the end of the line.

function lexer_start() {
  lexer_comment_depth = 0
  lexer_depth = 0
}

function lexer_push(kind, hashes, multi) {
  lexer_depth++
  lexer_kind[lexer_depth] = kind
  lexer_hashes[lexer_depth] = hashes
  lexer_multi[lexer_depth] = multi
  lexer_parentheses[lexer_depth] = 1
}

function lexer_line(rest) {
  CODE = ""
  TEXT = ""
  while (rest != "") {
    if (lexer_comment_depth > 0) rest = lexer_in_comment(rest)
    else if (lexer_depth > 0 && lexer_kind[lexer_depth] == "string") rest = lexer_in_string(rest)
    else rest = lexer_in_code(rest)
  }
  # A single-line literal ends with its line; ending it here limits the effect of a misinterpreted quotation mark.
  while (lexer_depth > 0 && lexer_kind[lexer_depth] == "string" && !lexer_multi[lexer_depth]) lexer_depth--
}

function lexer_in_comment(rest) {
  if (!match(rest, /\/\*|\*\//)) return ""
  if (substr(rest, RSTART, 2) == "/*") lexer_comment_depth++
  else lexer_comment_depth--
  if (lexer_comment_depth == 0) CODE = CODE " "
  return substr(rest, RSTART + 2)
}

function lexer_in_string(rest, hashes, closing) {
  if (!match(rest, /[\\"]/)) {
    lexer_text(rest)
    return ""
  }
  lexer_text(substr(rest, 1, RSTART - 1))
  rest = substr(rest, RSTART)
  hashes = lexer_hashes[lexer_depth]
  if (substr(rest, 1, 1) == "\"") {
    closing = (lexer_multi[lexer_depth] ? "\"\"\"" : "\"") hashes
    if (substr(rest, 1, length(closing)) != closing) {
      lexer_text("\"")
      return substr(rest, 2)
    }
    lexer_depth--
    TEXT = TEXT " "
    CODE = CODE "\""
    return substr(rest, length(closing) + 1)
  }
  if (substr(rest, 1, 1 + length(hashes)) != "\\" hashes) {
    lexer_text("\\")
    return substr(rest, 2)
  }
  if (substr(rest, 2 + length(hashes), 1) == "(") {
    lexer_push("interpolation", "", 0)
    TEXT = TEXT " "
    CODE = CODE " "
    return substr(rest, 3 + length(hashes))
  }
  lexer_text(substr(rest, 1, 2 + length(hashes)))
  return substr(rest, 3 + length(hashes))
}

function lexer_text(piece) {
  TEXT = TEXT piece
  if (LEXER_KEEPS_STRINGS) CODE = CODE piece
}

function lexer_in_code(rest, first, hashes, length_of_regex) {
  if (!match(rest, /["\/()#]/)) {
    CODE = CODE rest
    return ""
  }
  CODE = CODE substr(rest, 1, RSTART - 1)
  rest = substr(rest, RSTART)
  first = substr(rest, 1, 1)
  if (substr(rest, 1, 2) == "//") return ""
  if (substr(rest, 1, 2) == "/*") {
    lexer_comment_depth = 1
    return substr(rest, 3)
  }
  if (first == "#") {
    match(rest, /^#+/)
    hashes = substr(rest, 1, RLENGTH)
    if (substr(rest, RLENGTH + 1, 1) == "\"") return lexer_open_string(substr(rest, RLENGTH + 1), hashes)
    if (substr(rest, RLENGTH + 1, 1) == "/") {
      length_of_regex = index(substr(rest, RLENGTH + 2), "/" hashes)
      if (length_of_regex > 0) return substr(rest, 2 * RLENGTH + length_of_regex + 2)
    }
    CODE = CODE hashes
    return substr(rest, RLENGTH + 1)
  }
  if (first == "\"") return lexer_open_string(rest, "")
  if (lexer_depth > 0) {
    # In an interpolation: its closing parenthesis ends it.
    if (first == "(") lexer_parentheses[lexer_depth]++
    if (first == ")" && --lexer_parentheses[lexer_depth] == 0) {
      lexer_depth--
      CODE = CODE " "
      return substr(rest, 2)
    }
  }
  CODE = CODE first
  return substr(rest, 2)
}

function lexer_open_string(rest, hashes, multi) {
  multi = substr(rest, 1, 3) == "\"\"\""
  # Three quotation marks at the end of a line could also be an empty literal and a stray one; Swift parses them the same way.
  lexer_push("string", hashes, multi)
  CODE = CODE "\""
  return substr(rest, multi ? 4 : 2)
}
