#ifndef SPAWNING_GUARDIAN_H
#define SPAWNING_GUARDIAN_H

/// Starts the guardian, a process that outlives this one for a moment and kills the remaining process groups: the system kills only the
/// programs that were started here, not the programs that those started. Each process that starts programs has one guardian.
void spawning_start_guardian(void);

/// Called between fork and exec: registers the calling process's group with the guardian.
void spawning_join_guardian(void);

#endif
