// The startup cost of every Swift program that imports Foundation: the reference for the program's own startup.
import Foundation

print("Hello, \(ProcessInfo.processInfo.processName)")
