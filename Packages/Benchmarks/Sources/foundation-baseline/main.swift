// What every Swift program pays that imports Foundation: the measure for the program's own start.
import Foundation

print("Hello, \(ProcessInfo.processInfo.processName)")
