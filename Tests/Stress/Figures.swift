import TestSupport

/// Fails if the process has grown by `limit` or more. Reports by how much it has grown.
@discardableResult
func expectGrowth(since before: Int, below limit: Int) throws -> String {
    let growth = residentBytes() - before
    try require(growth < limit, "resident memory grew by \(growth >> 10) KB, and may by \(limit >> 10) KB")
    return "resident memory grew by \(growth >> 10) KB"
}

func expectDescriptors(atMost limit: Int) throws {
    let count = openDescriptors()
    try require(count <= limit, "\(count) descriptors are open, and \(limit) may be")
}
