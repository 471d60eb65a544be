#if !canImport(Darwin)
    // The essentials of Foundation have no normalisation, and the standard library keeps its own to itself.
    @_spi(_Unicode) internal import Swift

    extension String {
        /// In Normalization Form C: "u" with two dots after it is "ü".
        var composedScalars: [UnicodeScalar] { Array(_nfc) }
    }
#endif
