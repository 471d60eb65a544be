/// The code of README.
struct Readme {
    // Example: README.md#example

    // Example: README.md#example

    // Example: README.md#the-same-calls-in-every-style
}
