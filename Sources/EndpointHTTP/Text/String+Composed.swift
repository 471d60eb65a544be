#if !canImport(Darwin)
    // FoundationEssentials can't normalize text, and the standard library's normalization is not public.
    @_spi(_Unicode) internal import Swift

    extension String {
        /// The scalars in Normalization Form C, in which "u" with a combining diaeresis becomes "ü".
        package var composedScalars: [UnicodeScalar] { Array(_nfc) }
    }
#endif
