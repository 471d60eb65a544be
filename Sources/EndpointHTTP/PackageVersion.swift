/// The version of the package, for the `User-Agent`, and of the programs in it.
package let packageVersion = "0.2.0"
