// What Terminal promises of a screen of 200 × 50: how many bytes go to the terminal, and the processor time for finding and
// writing them, the best of seven rounds.

import BenchmarkTools
import Components

let table = ResultTable("Frames of 200 x 50, from one picture to another and back; processor time")
let frames = FrameBenchmark(table: table)
frames.run(
  "an unchanged frame",
  from: Frames.text(shift: 0),
  to: Frames.text(shift: 0),
  byteLimit: 0,
  limit: 50
)
for place in Frames.corners {
  frames.run(
    "one changed cell at \(place.x), \(place.y)",
    from: Frames.text(shift: 0),
    to: Frames.text(shift: 0, changing: place),
    byteLimit: 20,
    limit: 50
  )
}
frames.run("text scrolled by a row", from: Frames.text(shift: 0), to: Frames.text(shift: 1), limit: 50)
frames.run("every cell of a text", from: Frames.text(shift: 0), to: Frames.text(shift: 7), limit: 50)
frames.run("a table in colours, scrolled by a row", from: Frames.table(shift: 0), to: Frames.table(shift: 1))
frames.run("Chinese text, scrolled by a row", from: Frames.chinese(shift: 0), to: Frames.chinese(shift: 1))
frames.run("emoji, every cell", from: Frames.emoji(shift: 0), to: Frames.emoji(shift: 1))
frames.run("a true-colour picture", from: Frames.picture(shift: 0), to: Frames.picture(shift: 99), limit: 400)
try table.show()
