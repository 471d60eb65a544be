#ifndef SPAWNING_GUARDIAN_H
#define SPAWNING_GUARDIAN_H

/// Starts the process that outlives this one for a moment and kills the process groups that are left, as only the programs that were
/// started here are killed by the system, and not what they started. There is one for each process that starts programs.
void spawning_start_guardian(void);

/// Between fork and exec: the calling process's group is left to the guardian.
void spawning_join_guardian(void);

#endif
