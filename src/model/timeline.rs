//! The timeline: queued entities ordered by deadline, each subtree knowing its extreme vruntimes and slices, so that the
//! earliest eligible deadline is found in O(log n).
//!
//! An AVL tree in an arena, a node a task. (No ordered map fits: deadlines wrap, so they have no total order to offer, and the
//! pick needs the subtrees' minima.) Must not know how eligibility is decided.

use super::arith::Arith;

const NIL: u32 = u32::MAX;

/// One node; `key_*` are copies of the entity's values, which do not change while it is in the tree.
#[derive(Clone, Debug)]
struct Node<A: Arith> {
    deadline: A::V,
    vruntime: A::V,
    slice: A::T,
    /// Orders equal deadlines.
    tie: u64,
    min_vruntime: A::V,
    max_vruntime: A::V,
    min_slice: A::T,
    max_slice: A::T,
    left: u32,
    right: u32,
    height: u8,
}

/// The ordered queue. Entities are named by their index.
#[derive(Clone, Debug)]
pub struct Timeline<A: Arith> {
    nodes: Vec<Option<Node<A>>>,
    root: u32,
    len: usize,
}

impl<A: Arith> Timeline<A> {
    /// An empty tree for entities `0..capacity`.
    pub fn new(capacity: usize) -> Self {
        Timeline { nodes: (0..capacity).map(|_| None).collect(), root: NIL, len: 0 }
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
        debug_assert!(self.nodes[id].is_none());
        self.nodes[id] = Some(Node {
            deadline: deadline.clone(),
            vruntime: vruntime.clone(),
            slice: slice.clone(),
            tie,
            min_vruntime: vruntime.clone(),
            max_vruntime: vruntime.clone(),
            min_slice: slice.clone(),
            max_slice: slice.clone(),
            left: NIL,
            right: NIL,
            height: 1,
        });
        self.root = self.insert_below(self.root, id as u32);
        self.len += 1;
    }

    /// Removes entity `id` (in the tree).
    pub fn remove(&mut self, id: usize) {
        self.root = self.remove_below(self.root, id as u32);
        self.nodes[id] = None;
        self.len -= 1;
    }

    /// Whether entity `id` is in the tree.
    pub fn contains(&self, id: usize) -> bool {
        self.nodes[id].is_some()
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
            if node.left != NIL && eligible(&self.node(node.left).min_vruntime) {
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
        self.top().map(|n| &n.min_vruntime)
    }

    /// Largest vruntime.
    pub fn max_vruntime(&self) -> Option<&A::V> {
        self.top().map(|n| &n.max_vruntime)
    }

    /// Smallest slice.
    pub fn min_slice(&self) -> Option<&A::T> {
        self.top().map(|n| &n.min_slice)
    }

    /// Largest slice.
    pub fn max_slice(&self) -> Option<&A::T> {
        self.top().map(|n| &n.max_slice)
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

    fn top(&self) -> Option<&Node<A>> {
        (self.root != NIL).then(|| self.node(self.root))
    }

    fn node(&self, id: u32) -> &Node<A> {
        self.nodes[id as usize].as_ref().expect("ids in the tree have nodes")
    }

    fn node_mut(&mut self, id: u32) -> &mut Node<A> {
        self.nodes[id as usize].as_mut().expect("ids in the tree have nodes")
    }

    fn height(&self, id: u32) -> u8 {
        if id == NIL { 0 } else { self.node(id).height }
    }

    fn goes_before(&self, a: u32, b: u32) -> bool {
        let (a, b) = (self.node(a), self.node(b));
        A::before(&a.deadline, &b.deadline) || (a.deadline == b.deadline && a.tie < b.tie)
    }

    fn insert_below(&mut self, at: u32, id: u32) -> u32 {
        if at == NIL {
            return id;
        }
        if self.goes_before(id, at) {
            let left = self.insert_below(self.node(at).left, id);
            self.node_mut(at).left = left;
        } else {
            let right = self.insert_below(self.node(at).right, id);
            self.node_mut(at).right = right;
        }
        self.rebalance(at)
    }

    fn remove_below(&mut self, at: u32, id: u32) -> u32 {
        if at == id {
            let (left, right) = (self.node(at).left, self.node(at).right);
            if left == NIL {
                return right;
            }
            if right == NIL {
                return left;
            }
            let (heir, rest) = self.pop_first(right);
            let node = self.node_mut(heir);
            node.left = left;
            node.right = rest;
            return self.rebalance(heir);
        }
        if self.goes_before(id, at) {
            let left = self.remove_below(self.node(at).left, id);
            self.node_mut(at).left = left;
        } else {
            let right = self.remove_below(self.node(at).right, id);
            self.node_mut(at).right = right;
        }
        self.rebalance(at)
    }

    /// Takes the first node out of a subtree: (it, the rest).
    fn pop_first(&mut self, at: u32) -> (u32, u32) {
        let left = self.node(at).left;
        if left == NIL {
            return (at, self.node(at).right);
        }
        let (first, rest) = self.pop_first(left);
        self.node_mut(at).left = rest;
        (first, self.rebalance(at))
    }

    fn rebalance(&mut self, at: u32) -> u32 {
        let (left, right) = (self.node(at).left, self.node(at).right);
        let (hl, hr) = (self.height(left), self.height(right));
        if hl > hr + 1 {
            if self.height(self.node(left).left) < self.height(self.node(left).right) {
                let pivot = self.rotate_left(left);
                self.node_mut(at).left = pivot;
            }
            return self.rotate_right(at);
        }
        if hr > hl + 1 {
            if self.height(self.node(right).right) < self.height(self.node(right).left) {
                let pivot = self.rotate_right(right);
                self.node_mut(at).right = pivot;
            }
            return self.rotate_left(at);
        }
        self.update(at);
        at
    }

    fn rotate_left(&mut self, at: u32) -> u32 {
        let up = self.node(at).right;
        self.node_mut(at).right = self.node(up).left;
        self.update(at);
        self.node_mut(up).left = at;
        self.update(up);
        up
    }

    fn rotate_right(&mut self, at: u32) -> u32 {
        let up = self.node(at).left;
        self.node_mut(at).left = self.node(up).right;
        self.update(at);
        self.node_mut(up).right = at;
        self.update(up);
        up
    }

    /// Recomputes height and extremes of a node from its children.
    fn update(&mut self, at: u32) {
        let node = self.node(at);
        let (mut min_v, mut max_v) = (&node.vruntime, &node.vruntime);
        let (mut min_s, mut max_s) = (&node.slice, &node.slice);
        let mut height = 0;
        for child in [node.left, node.right] {
            if child == NIL {
                continue;
            }
            let child = self.node(child);
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
        let values = (min_v.clone(), max_v.clone(), min_s.clone(), max_s.clone());
        let node = self.node_mut(at);
        (node.min_vruntime, node.max_vruntime, node.min_slice, node.max_slice) = values;
        node.height = height + 1;
    }
}
