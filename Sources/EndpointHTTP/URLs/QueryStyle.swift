/// How ``Query/init(encoding:by:)`` and ``FormBody/init(encoding:by:)`` write values for which a query has no standard form.
public struct QueryStyle: Hashable, Sendable {
    /// How the elements of an array are named.
    public enum Arrays: String, Hashable, Sendable, CaseIterable {
        /// `k=1&k=2`. An object or an array inside an array is written with its index: `k[0][id]=1`.
        case repeated
        /// `k[]=1&k[]=2`
        case brackets
        /// `k[0]=1&k[1]=2`
        case indexed
        /// One item, `k=1,2`; a comma in a value is encoded as `%2C`. An array or an object inside an array makes the request invalid.
        case commaSeparated
    }

    /// How the keys of an object are joined to the name of the object.
    public enum Nesting: String, Hashable, Sendable, CaseIterable {
        /// `filter[id]=1`
        case brackets
        /// `filter.id=1`
        case dots
    }

    /// How nil is written.
    public enum Nils: String, Hashable, Sendable, CaseIterable {
        /// Omitted.
        case omitted
        /// As an empty value: `k=`.
        case empty
        /// As the word `null`: `k=null`.
        case word
    }

    /// How booleans are written.
    public enum Booleans: String, Hashable, Sendable, CaseIterable {
        /// `true` and `false`
        case words
        /// `1` and `0`
        case digits
    }

    /// The style of arrays. ``Arrays/repeated`` by default.
    public var arrays: Arrays
    /// The style of objects. ``Nesting/brackets`` by default.
    public var nesting: Nesting
    /// The style of nil. ``Nils/omitted`` by default.
    public var nils: Nils
    /// The style of booleans. ``Booleans/words`` by default.
    public var booleans: Booleans

    /// Creates a style. By default it writes `k=1&k=2&filter[id]=1&exact=true`, and omits nil.
    public init(arrays: Arrays = .repeated, nesting: Nesting = .brackets, nils: Nils = .omitted, booleans: Booleans = .words) {
        self.arrays = arrays
        self.nesting = nesting
        self.nils = nils
        self.booleans = booleans
    }
}
