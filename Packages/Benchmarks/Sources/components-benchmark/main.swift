// What Components promises about speed: processor time, the best of several rounds unless said otherwise.

TextBenchmarks.run()
RowBenchmarks.run()
PictureBenchmarks.run()
