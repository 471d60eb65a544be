// A process made by fork has a copy of everything but the other threads, so that what owns a thread isn't whole in it.
#pragma once

/// How often fork lies between the first use of this and the calling process: another number than before is another process.
unsigned ek_fork_count(void);
