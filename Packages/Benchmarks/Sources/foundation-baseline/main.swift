// The startup cost of any Swift program that imports Foundation, as the baseline for the program's own startup.
import Foundation

print("Hello, \(ProcessInfo.processInfo.processName)")
