//! The gallery: what its entries show, and that they show what their notes say.

mod behaviours;
mod cases;
mod cpus;
mod delayed;
mod floor;
mod golden;
mod ideal;
mod list;
mod placement;
mod preemption;
mod printed;
mod reading;
mod resched;
mod round_trip;
mod weights;
