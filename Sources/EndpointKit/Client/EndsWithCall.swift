/// A transport, adapter or decision that never waits, or whose waits end when the request's call does, without its task being cancelled.
///
/// A call that is made of nothing else runs in its caller's task; any other takes a task of its own, which a cancel from outside cancels.
package protocol EndsWithCall {}
