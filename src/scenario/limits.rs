//! What a scenario may be at most. Every limit is far above what a person types; each keeps hostile text from costing more
//! memory or time than a page can spare.

/// Largest scenario text in bytes: several times the longest that makes a readable table, and read in milliseconds.
pub const MAX_TEXT: usize = 1 << 20;

/// Most tasks: each step shows every task, so steps times tasks bound a recording.
pub const MAX_TASKS: usize = 1_000;

/// Most CPUs: each step shows the queue of every CPU, and every CPU has a place for each task.
pub const MAX_CPUS: u32 = 64;

/// Most events: each makes at least one step.
pub const MAX_EVENTS: usize = 100_000;

/// Most rows of a recording, steps times tasks: the time to make, chart and print one grows with them; these take seconds.
pub const MAX_ROWS: i128 = 5_000_000;

/// Most things in a task's behaviour: more than fit a line that anybody reads.
pub const MAX_ITEMS: usize = 1_000;

/// Most rounds of a loop: more is as good as endless.
pub const MAX_ROUNDS: u32 = 1_000_000;

/// Most digits of a number (of a fraction: of its numerator and of its denominator): 2^64 takes 20, and exact sums of longer
/// ones only get slow.
pub const MAX_DIGITS: usize = 40;

/// Most digits of the least common denominator of all weights and vruntimes that a text gives an exact run: sums over the queue have
/// it, from the first step on.
pub const MAX_COMMON_DIGITS: usize = 200;

/// Longest name of a task in characters: it must fit a table's cell; a kernel's own names have at most 15.
pub const MAX_NAME: usize = 32;

/// Longest title or source in characters: it must fit a few lines of a mail.
pub const MAX_FREE_TEXT: usize = 400;

/// Most diagnostics kept: nobody reads more, and one wrong line near the top can cause one for each line below.
pub const MAX_DIAGNOSTICS: usize = 100;

/// Largest weight that a kernel may store: that of a group with the most shares, 2^18 where nice 0 is 2^10, scaled by 2^10.
pub const MAX_STORED_WEIGHT: i128 = 1 << 28;

/// Smallest weight that a kernel stores: 2, scaled by 2^10. Smaller ones are raised to it.
pub const MIN_STORED_WEIGHT: i128 = 2 << 10;
