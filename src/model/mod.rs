//! The scheduler, pure: no time source, no I/O, no randomness, cannot fail.
//!
//! # Symbols
//! Used with these meanings in every comment, sentence and table of the project.
//!
//! | symbol | meaning | unit |
//! |---|---|---|
//! | v_i | vruntime of entity i | virtual ns: ns of a nice-0 task |
//! | w_i | weight of entity i | nice 0 = the scenario's `nice0` |
//! | W | sum of w_i over the queue, the running entity included | as w |
//! | V | sum(w_i v_i) / W, the queue's average vruntime | virtual ns |
//! | vlag_i | V - v_i, the virtual lag | virtual ns |
//! | lag_i | w_i vlag_i, service owed to i | virtual ns x weight |
//! | r_i | slice: length of a request | ns |
//! | d_i | v_i + r_i nice0 / w_i, the virtual deadline | virtual ns |
//! | J | sum_jlag / W: how far V is from where it would be had nobody joined or left (mail M4) | virtual ns |
//! | E / N | eligible (v_i <= V) or not | |

pub mod arith;
pub mod base;
pub mod cfs_rq;
pub mod charge;
pub mod cost;
pub mod deadline;
pub mod delayed;
pub mod eligible;
pub mod enqueue;
pub mod entities;
pub mod entity;
pub mod follow;
pub mod jlag;
pub mod lag;
pub mod machine;
pub mod note;
pub mod nr_running;
pub mod num;
pub mod pick;
pub mod place;
pub mod preempt;
pub mod protect;
pub mod ratio;
pub mod reweight;
pub mod rq;
pub mod rt;
pub mod rules;
mod slices;
pub mod task_ops;
pub mod timeline;
pub mod wake;
pub mod yield_;
