/// The parsed arguments: `search TEXT [--pages N] [--per-page N] [--live]`.
struct Arguments: Equatable {
    static let usage = "usage: github search TEXT [--pages N] [--per-page N] [--live]"

    var text: String
    var pages = 1
    var perPage = 10
    var isLive = false

    /// nil for invalid arguments.
    init?(_ arguments: [String]) {
        guard arguments.count >= 2, arguments[0] == "search" else { return nil }
        text = arguments[1]
        var rest = arguments[2...]
        while let option = rest.popFirst() {
            switch option {
            case "--live": isLive = true
            case "--pages":
                guard let number = Self.number(rest.popFirst()) else { return nil }
                pages = number
            case "--per-page":
                guard let number = Self.number(rest.popFirst()) else { return nil }
                perPage = number
            default: return nil
            }
        }
    }

    private static func number(_ text: String?) -> Int? { text.flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil } }
}
