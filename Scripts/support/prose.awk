# The rules of Scripts/check-prose. Arguments: the files. Variable `exceptions`: the file with accepted lines.

BEGIN {
  while ((getline line < exceptions) > 0) {
    if (line ~ /^#/ || line == "") continue
    count = split(line, parts, "\t")
    if (count != 3) {
      print exceptions ": expected path, text and reason, separated by tabs: " line
      continue
    }
    accepted[parts[1]] = accepted[parts[1]] "\n" parts[2]
  }
  close(exceptions)
  # \y and \b aren't portable, so a text is matched with blanks around its words.
  phrases = " (anew|of late|in whom|somebody|nobody|at no time|let go of|stands? still|had from|asks? again|as good as|the more so|by and by|in spite of|whosoever|lest|needn't|be had|can be had|(is|are|was|were) told|that there (is|are)|is none|are none|so it is|the least that|is no (text|number|folder|list|data|object)|what there is|what is not|(is|are) asked for|one a (line|row|request|coin)) "
  british = " [a-z]*(colour|behaviour|honour|neighbour|centre |centred |grey |licence|initialis|normalis|serialis|organis|recognis|optimis(e|ed|es|ing|ation) |summaris|neutralis|sanitis|synchronis|capitalis|analys(e|ing)|catalogue|dialogue|labell|modell|travell|whilst|amongst|towards|learnt|spelt)[a-z]* "
  glossary = " (tally|tallies|cure|cures|overtaken|heir|heirs|neutralised|load(s|ed)? anew) "
  opening = "^(What|Who|Whose|Where|How|Why|When|Which|That|Those|As) "
}

FNR == 1 {
  finish()
  file = FILENAME
  isSwift = file ~ /\.swift$/
  isMarkdown = file ~ /\.md$/
  inFence = 0
  pending = ""
}

{ sub(/\r$/, "") }

isSwift { swift(); next }
isMarkdown { markdown(); next }
{ script() }

END { finish() }

function swift(   text, kind) {
  if ($0 ~ /^ *\/\/\/( |$)/) kind = "doc"
  else if ($0 ~ /^ *\/\/ /) kind = "comment"
  else kind = ""
  if (kind != blockKind) finish()
  if (kind == "") {
    checkLine($0, 0)
    if (pending != "" && $0 !~ /^ *@[A-Za-z(]*( |$)/ && $0 !~ /^ *$/) checkRepetition($0)
    return
  }
  blockKind = kind
  text = $0
  sub(/^ *\/\/\/? ?/, "", text)
  comment(text, kind == "doc")
}

function markdown(   text) {
  if ($0 ~ /^ *```/) { finish(); inFence = !inFence; return }
  if (inFence) return
  if ($0 ~ /^ *$/ || $0 ~ /^ *[|#<]/ || $0 ~ /^ *([-*]|[0-9]+\.) /) finish()
  if ($0 ~ /^ *[|<]/) { checkLine($0, 1); return }
  text = $0
  sub(/^ *([-*]|[0-9]+\.|#+) */, "", text)
  comment(text, 0)
}

function script(   text) {
  if ($0 !~ /^ *#/ ) { finish(); checkLine($0, 0); return }
  if (FNR == 1) return
  text = $0
  sub(/^ *#+ ?/, "", text)
  # Usage tables and code aren't sentences.
  if (text ~ /^  / || text == "") { finish(); checkLine(text, 1); return }
  comment(text, 0)
}

# Takes one line of a comment or paragraph.
function comment(text, isDoc) {
  if (text ~ /^ *```/) { endSentences(); blockFence = !blockFence; return }
  if (blockFence) return
  if (text ~ /^ *$/) { endSentences(); return }
  if (text ~ /^ *([-*]|[0-9]+\.) /) endSentences()
  checkLine(text, 1)
  if (isDoc) {
    if (text ~ opening) report("opening", text)
    blockLines++
    if (blockLines == 1) { summary = text; summaryLine = FNR }
  }
  sub(/^ *([-*]|[0-9]+\.) +/, "", text)
  gsub(/`[^`]*`/, "CODE", text)
  gsub(/``[^`]*``/, "CODE", text)
  gsub(/\([^() ]*\)/, "", text)
  addWords(text)
}

function addWords(text,   words, count, i) {
  count = split(text, words, " ")
  for (i = 1; i <= count; i++) {
    if (sentenceWords == 0) { sentenceLine = FNR; sentence = "" }
    if (words[i] ~ /[A-Za-z0-9]/ && words[i] !~ /CVE-/) sentenceWords++
    sentence = sentence (sentence == "" ? "" : " ") words[i]
    if (words[i] ~ /[.!?]["')”]*$/ && words[i] !~ /^(e\.g|i\.e|etc|vs|cf)\.$/) endSentences()
  }
}

function endSentences() {
  if (sentenceWords > 35) reportAt(sentenceLine, "length", sentenceWords " words: " sentence)
  sentenceWords = 0
}

# Ends a comment or paragraph. A one-line documentation comment is kept until its declaration is read.
function finish() {
  endSentences()
  pending = blockKind == "doc" && blockLines == 1 ? summary : ""
  pendingLine = summaryLine
  blockKind = ""
  blockLines = 0
  blockFence = 0
}

# Checks the words of a line. Code is checked, too: its strings and comments for phrases, and its identifiers for spelling.
function checkLine(text, isProse,   words) {
  words = text
  if (!isProse) {
    # Replaces everything except letters, so an identifier with underscores becomes separate words.
    gsub(/[^A-Za-z' ]/, " ", words)
  } else {
    gsub(/`[^`]*`/, " ", words)
    gsub(/[^A-Za-z' ]/, " ", words)
  }
  words = " " tolower(words) " "
  gsub(/ +/, " ", words)
  if (match(words, phrases)) report("phrase", "“" trim(substr(words, RSTART, RLENGTH)) "”: " trim(text))
  if (match(words, british)) report("spelling", "“" trim(substr(words, RSTART, RLENGTH)) "”: " trim(text))
  if (match(words, glossary)) report("glossary", "“" trim(substr(words, RSTART, RLENGTH)) "”: " trim(text))
}

function checkRepetition(declaration,   name, said) {
  said = pending
  pending = ""
  if (!match(declaration, /(var|let|func|case|struct|class|enum|protocol|actor|typealias|associatedtype|init) *[A-Za-z_]*/)) return
  name = substr(declaration, RSTART, RLENGTH)
  sub(/^[a-z]+ */, "", name)
  if (words(name) != "" && words(said) == words(name)) reportAt(pendingLine, "repeats", said)
}

# The words of a name or a sentence in lower case, without articles.
function words(text) {
  gsub(/[A-Z]/, " &", text)
  text = tolower(text)
  gsub(/[^a-z]/, " ", text)
  text = " " text " "
  gsub(/ +/, "  ", text)
  gsub(/ (the|a|an|of|its|this|is|whether|it|to|for) /, " ", text)
  gsub(/ +/, "", text)
  return text
}

function trim(text) { sub(/^ +/, "", text); sub(/ +$/, "", text); return text }

function report(rule, text) { reportAt(FNR, rule, text) }

function reportAt(line, rule, text,   list, count, i) {
  count = split(accepted[file], list, "\n")
  for (i = 1; i <= count; i++) if (list[i] != "" && index(text, list[i])) return
  print file ":" line ": " rule ": " text
}
