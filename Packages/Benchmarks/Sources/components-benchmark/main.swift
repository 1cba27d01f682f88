// What Components promises about speed: processor time, the best of several rounds unless said otherwise.

import BenchmarkTools

let table = ResultTable(
  "Text, beside the C library's mbstowcs and wcswidth, which know neither clusters nor emoji sequences"
)
TextBenchmarks.run(into: table)
table.heading("Tables and lists, on a screen of 200 × 50")
RowBenchmarks.run(into: table)
table.heading("Pictures")
PictureBenchmarks.run(into: table)
try table.show()
