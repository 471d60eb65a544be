#if canImport(Darwin)
    internal import Foundation

    extension String {
        /// The scalars in Normalization Form C, in which "u" with a combining diaeresis becomes "ü".
        package var composedScalars: [UnicodeScalar] { Array(precomposedStringWithCanonicalMapping.unicodeScalars) }
    }
#endif
