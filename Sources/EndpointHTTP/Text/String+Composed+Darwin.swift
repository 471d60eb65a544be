#if canImport(Darwin)
    internal import Foundation

    extension String {
        /// In Normalization Form C: "u" with two dots after it is "ü".
        package var composedScalars: [UnicodeScalar] { Array(precomposedStringWithCanonicalMapping.unicodeScalars) }
    }
#endif
