/// The version of the package and of the programs in it. The `User-Agent` contains it, too.
package let packageVersion = "0.3.0"
