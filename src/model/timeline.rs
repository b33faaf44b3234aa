//! The timeline: queued entities ordered by deadline, each subtree knowing its extreme vruntimes and slices, so that the
//! earliest eligible deadline is found in O(log n).
//!
//! An AVL tree in an arena, a node a task, so that leaving needs no search. (No ordered map fits: deadlines wrap, so they have no total order to offer, and the
//! pick needs the subtrees' minima.) Must not know how eligibility is decided.

use super::arith::Arith;

const NIL: u32 = u32::MAX;

/// What a subtree knows of its entities, so that a search can pass it by.
#[derive(Clone, Debug, PartialEq)]
struct Extremes<A: Arith> {
    min_vruntime: A::V,
    max_vruntime: A::V,
    min_slice: A::T,
    max_slice: A::T,
    height: u8,
}

impl<A: Arith> Extremes<A> {
    /// Takes in one more entity.
    fn widen(&mut self, vruntime: &A::V, slice: &A::T) {
        if A::before(vruntime, &self.min_vruntime) {
            self.min_vruntime = vruntime.clone();
        }
        if A::before(&self.max_vruntime, vruntime) {
            self.max_vruntime = vruntime.clone();
        }
        if *slice < self.min_slice {
            self.min_slice = slice.clone();
        }
        if *slice > self.max_slice {
            self.max_slice = slice.clone();
        }
    }
}

/// One node: copies of the entity's values, which do not change while it is in the tree, and its place.
#[derive(Clone, Debug)]
struct Node<A: Arith> {
    deadline: A::V,
    vruntime: A::V,
    slice: A::T,
    /// Orders equal deadlines.
    tie: u64,
    below: Extremes<A>,
    parent: u32,
    left: u32,
    right: u32,
    in_tree: bool,
}

/// The ordered queue. Entities are named by their index.
#[derive(Clone, Debug)]
pub struct Timeline<A: Arith> {
    nodes: Vec<Node<A>>,
    root: u32,
    len: usize,
    rotations: u64,
}

impl<A: Arith> Timeline<A> {
    /// An empty tree for entities `0..capacity`.
    pub fn new(capacity: usize) -> Self {
        let (zero, none) = (A::zero(), A::t_zero());
        let below = Extremes {
            min_vruntime: zero.clone(),
            max_vruntime: zero.clone(),
            min_slice: none.clone(),
            max_slice: none.clone(),
            height: 1,
        };
        let node = Node {
            deadline: zero.clone(),
            vruntime: zero,
            slice: none,
            tie: 0,
            below,
            parent: NIL,
            left: NIL,
            right: NIL,
            in_tree: false,
        };
        Timeline { nodes: vec![node; capacity], root: NIL, len: 0, rotations: 0 }
    }

    /// How many entities are in it.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.root == NIL
    }

    /// Inserts entity `id` (not in the tree). Equal deadlines are ordered by `tie`.
    pub fn insert(&mut self, id: usize, deadline: &A::V, vruntime: &A::V, slice: &A::T, tie: u64) {
        debug_assert!(!self.nodes[id].in_tree);
        let (mut parent, mut at, mut on_left) = (NIL, self.root, false);
        while at != NIL {
            let node = &mut self.nodes[at as usize];
            node.below.widen(vruntime, slice);
            on_left = A::before(deadline, &node.deadline) || (*deadline == node.deadline && tie < node.tie);
            parent = at;
            at = if on_left { node.left } else { node.right };
        }
        let node = &mut self.nodes[id];
        node.deadline = deadline.clone();
        node.vruntime = vruntime.clone();
        node.slice = slice.clone();
        (node.tie, node.parent, node.left, node.right, node.in_tree) = (tie, parent, NIL, NIL, true);
        let id = id as u32;
        match parent {
            NIL => self.root = id,
            _ if on_left => self.node_mut(parent).left = id,
            _ => self.node_mut(parent).right = id,
        }
        self.node_mut(id).below = self.extremes(id);
        self.len += 1;
        self.grow(parent);
    }

    /// Removes entity `id` (in the tree).
    pub fn remove(&mut self, id: usize) {
        debug_assert!(self.nodes[id].in_tree);
        self.nodes[id].in_tree = false;
        self.len -= 1;
        let id = id as u32;
        let (parent, left, right) = (self.node(id).parent, self.node(id).left, self.node(id).right);
        if left == NIL || right == NIL {
            self.replace_child(parent, id, if left == NIL { right } else { left });
            self.repair(parent);
            return;
        }
        let mut heir = right;
        while self.node(heir).left != NIL {
            heir = self.node(heir).left;
        }
        let (heir_parent, heir_right) = (self.node(heir).parent, self.node(heir).right);
        if heir_parent != id {
            self.replace_child(heir_parent, heir, heir_right);
            self.node_mut(heir).right = right;
            self.node_mut(right).parent = heir;
        }
        self.node_mut(heir).left = left;
        self.node_mut(left).parent = heir;
        self.replace_child(parent, id, heir);
        self.node_mut(heir).below = self.node(id).below.clone();
        if heir_parent != id {
            self.repair(heir_parent);
        }
        self.repair(heir);
    }

    /// Whether entity `id` is in the tree.
    pub fn contains(&self, id: usize) -> bool {
        self.nodes[id].in_tree
    }

    /// The entity with the earliest deadline.
    pub fn first(&self) -> Option<usize> {
        let mut at = self.root;
        let mut best = None;
        while at != NIL {
            best = Some(at as usize);
            at = self.node(at).left;
        }
        best
    }

    /// The entity with the earliest deadline among those whose vruntime passes `eligible`, which must be monotone: if it
    /// accepts a vruntime it accepts every earlier one.
    pub fn first_eligible(&self, eligible: impl Fn(&A::V) -> bool) -> Option<usize> {
        let mut at = self.root;
        while at != NIL {
            let node = self.node(at);
            if node.left != NIL && eligible(&self.node(node.left).below.min_vruntime) {
                at = node.left;
            } else if eligible(&node.vruntime) {
                return Some(at as usize);
            } else {
                at = node.right;
            }
        }
        None
    }

    /// Smallest vruntime.
    pub fn min_vruntime(&self) -> Option<&A::V> {
        self.whole().map(|all| &all.min_vruntime)
    }

    /// Largest vruntime.
    pub fn max_vruntime(&self) -> Option<&A::V> {
        self.whole().map(|all| &all.max_vruntime)
    }

    /// Smallest slice.
    pub fn min_slice(&self) -> Option<&A::T> {
        self.whole().map(|all| &all.min_slice)
    }

    /// Largest slice.
    pub fn max_slice(&self) -> Option<&A::T> {
        self.whole().map(|all| &all.max_slice)
    }

    /// How many rotations its balancing has taken so far (a double rotation counts as two).
    pub fn rotations(&self) -> u64 {
        self.rotations
    }

    /// All entities, earliest deadline first.
    pub fn in_order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.len);
        let mut path = Vec::new();
        let mut at = self.root;
        while at != NIL || !path.is_empty() {
            while at != NIL {
                path.push(at);
                at = self.node(at).left;
            }
            if let Some(up) = path.pop() {
                order.push(up as usize);
                at = self.node(up).right;
            }
        }
        order
    }

    /// Bytes that its nodes take.
    pub fn size(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<A>>()
    }

    fn whole(&self) -> Option<&Extremes<A>> {
        (self.root != NIL).then(|| &self.node(self.root).below)
    }

    fn node(&self, id: u32) -> &Node<A> {
        &self.nodes[id as usize]
    }

    fn node_mut(&mut self, id: u32) -> &mut Node<A> {
        &mut self.nodes[id as usize]
    }

    fn height(&self, id: u32) -> u8 {
        if id == NIL { 0 } else { self.node(id).below.height }
    }

    /// Puts `new` (or nothing) where `old` hangs below `parent` (or is the root).
    fn replace_child(&mut self, parent: u32, old: u32, new: u32) {
        if parent == NIL {
            self.root = new;
        } else if self.node(parent).left == old {
            self.node_mut(parent).left = new;
        } else {
            self.node_mut(parent).right = new;
        }
        if new != NIL {
            self.node_mut(new).parent = parent;
        }
    }

    /// Balances from the parent of a new leaf upward, until a subtree has the height it had before. Extremes are right already.
    fn grow(&mut self, mut at: u32) {
        while at != NIL {
            let (left, right) = (self.height(self.node(at).left), self.height(self.node(at).right));
            if left.abs_diff(right) > 1 {
                // One rotation gives the subtree the height it had before the insertion.
                self.balance(at, left > right);
                return;
            }
            let height = left.max(right) + 1;
            let node = self.node_mut(at);
            if std::mem::replace(&mut node.below.height, height) == height {
                return;
            }
            at = node.parent;
        }
    }

    /// Rotates a subtree whose one side is two higher than the other; returns its new top.
    fn balance(&mut self, at: u32, left_heavy: bool) -> u32 {
        let heavy = if left_heavy { self.node(at).left } else { self.node(at).right };
        let (left, right) = (self.node(heavy).left, self.node(heavy).right);
        let (outer, inner) = if left_heavy { (left, right) } else { (right, left) };
        if self.height(outer) < self.height(inner) {
            self.lift(inner);
            self.lift(inner)
        } else {
            self.lift(heavy)
        }
    }

    /// Balances and recomputes from `at` upward, until a subtree has the height and extremes it had before.
    fn repair(&mut self, mut at: u32) {
        while at != NIL {
            let (left, right) = (self.height(self.node(at).left), self.height(self.node(at).right));
            if left.abs_diff(right) > 1 {
                at = self.balance(at, left > right);
            } else {
                let now = self.extremes(at);
                let node = self.node_mut(at);
                if node.below == now {
                    return;
                }
                node.below = now;
            }
            at = self.node(at).parent;
        }
    }

    /// Rotates `child` over its parent; returns it.
    fn lift(&mut self, child: u32) -> u32 {
        self.rotations += 1;
        let parent = self.node(child).parent;
        let inner = if self.node(parent).left == child {
            let inner = self.node(child).right;
            self.node_mut(parent).left = inner;
            self.node_mut(child).right = parent;
            inner
        } else {
            let inner = self.node(child).left;
            self.node_mut(parent).right = inner;
            self.node_mut(child).left = parent;
            inner
        };
        if inner != NIL {
            self.node_mut(inner).parent = parent;
        }
        self.replace_child(self.node(parent).parent, parent, child);
        self.node_mut(parent).parent = child;
        self.node_mut(parent).below = self.extremes(parent);
        self.node_mut(child).below = self.extremes(child);
        child
    }

    /// Height and extremes of a node from its own values and its children.
    fn extremes(&self, at: u32) -> Extremes<A> {
        let node = self.node(at);
        let (mut min_v, mut max_v) = (&node.vruntime, &node.vruntime);
        let (mut min_s, mut max_s) = (&node.slice, &node.slice);
        let mut height = 0;
        for child in [node.left, node.right] {
            if child == NIL {
                continue;
            }
            let child = &self.node(child).below;
            if A::before(&child.min_vruntime, min_v) {
                min_v = &child.min_vruntime;
            }
            if A::before(max_v, &child.max_vruntime) {
                max_v = &child.max_vruntime;
            }
            if child.min_slice < *min_s {
                min_s = &child.min_slice;
            }
            if child.max_slice > *max_s {
                max_s = &child.max_slice;
            }
            height = height.max(child.height);
        }
        Extremes {
            min_vruntime: min_v.clone(),
            max_vruntime: max_v.clone(),
            min_slice: min_s.clone(),
            max_slice: max_s.clone(),
            height: height + 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::arith::Kernel;

    /// The tree after these deadlines came in, in this order.
    fn tree(deadlines: &[i64]) -> Timeline<Kernel> {
        let mut tree = Timeline::new(deadlines.len());
        for (id, deadline) in deadlines.iter().enumerate() {
            tree.insert(id, deadline, &0, &1, id as u64);
        }
        tree
    }

    #[test]
    fn rotations_are_counted_one_by_one() {
        assert_eq!(tree(&[2, 1, 3]).rotations(), 0);
        // Ascending, the third, fifth, sixth and seventh tip a subtree over.
        assert_eq!(tree(&[1, 2, 3, 4, 5, 6, 7]).rotations(), 4);
        // A bend takes two: first it is made straight.
        assert_eq!(tree(&[1, 3, 2]).rotations(), 2);
        // Left of the root falls away: what is heavier now, the right, comes up.
        let mut leaving = tree(&[2, 1, 3, 4]);
        leaving.remove(1);
        assert_eq!((leaving.rotations(), leaving.in_order()), (1, vec![0, 2, 3]));
    }
}
