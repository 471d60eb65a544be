#if !canImport(Darwin)
    // Foundation's essentials can't normalize text, and the standard library's normalization is not public.
    @_spi(_Unicode) internal import Swift

    extension String {
        /// In Normalization Form C: "u" with two dots after it is "ü".
        package var composedScalars: [UnicodeScalar] { Array(_nfc) }
    }
#endif
