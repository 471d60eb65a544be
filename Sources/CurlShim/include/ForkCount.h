// A forked process has a copy of everything except the other threads, so an object that owns a thread is incomplete in it.
#pragma once

/// The number of forks between the first use of this function and the calling process. If the number has changed, this is another process.
unsigned ek_fork_count(void);
