//! The timeline: queued entities ordered by deadline, each subtree knowing its extreme vruntimes, so that the earliest eligible
//! deadline is found in O(log n).
//!
//! An AVL tree in an arena, a node a task, so that leaving needs no search; the heights of two sides may differ by two, not one, which
//! saves most rotations for a search a little longer. (No ordered map fits: deadlines wrap, so they
//! have no total order to offer, and the pick needs the subtrees' minima.) Which way a search turns cannot be predicted, so the loops
//! choose by index and by `&` where they could branch. Must not know how eligibility is decided.

use super::arith::Arith;
use super::slices::Slices;

/// Stands for nobody. Entity `e` is node `e + 1`; node 0 is of height 0, has the root as its left child, and may be linked to.
const NIL: u32 = 0;

const LEFT: usize = 0;
const RIGHT: usize = 1;

/// One node: copies of the entity's values, which do not change while it is in the tree, what its subtree holds, and its place.
/// With 64-bit words it is one cache line.
#[derive(Clone, Debug)]
#[repr(align(64))]
struct Node<A: Arith> {
    deadline: A::V,
    vruntime: A::V,
    slice: A::T,
    /// Orders equal deadlines.
    tie: u64,
    /// Of its subtree.
    min_vruntime: A::V,
    /// Of its subtree.
    max_vruntime: A::V,
    parent: u32,
    children: [u32; 2],
    /// Of its subtree; 0: it is not in the tree.
    height: u8,
}

/// The ordered queue. Entities are named by their index.
#[derive(Clone, Debug)]
pub struct Timeline<A: Arith> {
    nodes: Vec<Node<A>>,
    slices: Slices<A::T>,
    len: usize,
    rotations: u64,
}

impl<A: Arith> Timeline<A> {
    /// An empty tree for entities `0..capacity`.
    pub fn new(capacity: usize) -> Self {
        let zero = A::zero();
        let node = Node {
            deadline: zero.clone(),
            vruntime: zero.clone(),
            slice: A::t_zero(),
            tie: 0,
            min_vruntime: zero.clone(),
            max_vruntime: zero,
            parent: NIL,
            children: [NIL; 2],
            height: 0,
        };
        Timeline { nodes: vec![node; capacity + 1], slices: Slices::default(), len: 0, rotations: 0 }
    }

    /// How many entities are in it.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether it is empty.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Inserts entity `id` (not in the tree). Equal deadlines are ordered by `tie`.
    pub fn insert(&mut self, id: usize, deadline: &A::V, vruntime: &A::V, slice: &A::T, tie: u64) {
        debug_assert!(!self.contains(id));
        let (mut parent, mut side, mut at) = (NIL, LEFT, self.root());
        while at != NIL {
            let node = self.node_mut(at);
            A::keep_earlier(&mut node.min_vruntime, vruntime);
            A::keep_later(&mut node.max_vruntime, vruntime);
            let earlier = A::before_or_tied(deadline, &node.deadline, tie < node.tie);
            side = usize::from(!earlier);
            (parent, at) = (at, node.children[side]);
        }
        let new = id as u32 + 1;
        let node = self.node_mut(new);
        node.deadline = deadline.clone();
        node.vruntime = vruntime.clone();
        node.slice = slice.clone();
        node.min_vruntime = vruntime.clone();
        node.max_vruntime = vruntime.clone();
        (node.tie, node.children, node.height) = (tie, [NIL; 2], 1);
        self.hang(parent, side, new);
        self.slices.add(slice);
        self.len += 1;
        self.grow(parent);
    }

    /// Removes entity `id` (in the tree).
    pub fn remove(&mut self, id: usize) {
        debug_assert!(self.contains(id));
        let old = id as u32 + 1;
        let node = self.node(old);
        let (parent, [left, right], gone) = (node.parent, node.children, node.vruntime.clone());
        self.slices.remove(&self.nodes[id + 1].slice);
        self.len -= 1;
        if left == NIL || right == NIL {
            self.hang(parent, self.side(parent, old), left.max(right));
            self.shrink(parent, &gone, &gone);
        } else {
            let (heir, from) = self.put_heir(old);
            let (mut first, mut last) = (gone.clone(), gone);
            A::keep_earlier(&mut first, &self.node(heir).vruntime);
            A::keep_later(&mut last, &self.node(heir).vruntime);
            self.shrink(from, &first, &last);
        }
        self.node_mut(old).height = 0;
    }

    /// Puts the next node in the order where `old` is, which has children on both sides. Returns it and the lowest node whose subtree
    /// is not what it was.
    fn put_heir(&mut self, old: u32) -> (u32, u32) {
        let (parent, [left, right]) = (self.node(old).parent, self.node(old).children);
        let mut heir = right;
        while self.node(heir).children[LEFT] != NIL {
            heir = self.node(heir).children[LEFT];
        }
        let mut from = self.node(heir).parent;
        if from == old {
            from = heir;
        } else {
            self.hang(from, LEFT, self.node(heir).children[RIGHT]);
            self.hang(heir, RIGHT, right);
        }
        self.hang(heir, LEFT, left);
        self.hang(parent, self.side(parent, old), heir);
        // As it was with `old`; `shrink` then takes it out.
        let node = self.node(old);
        let (min, max, height) = (node.min_vruntime.clone(), node.max_vruntime.clone(), node.height);
        let node = self.node_mut(heir);
        (node.min_vruntime, node.max_vruntime, node.height) = (min, max, height);
        (heir, from)
    }

    /// Whether entity `id` is in the tree.
    pub fn contains(&self, id: usize) -> bool {
        self.nodes[id + 1].height > 0
    }

    /// The entity with the earliest deadline.
    pub fn first(&self) -> Option<usize> {
        let mut at = self.root();
        let mut best = None;
        while at != NIL {
            best = Some(at as usize - 1);
            at = self.node(at).children[LEFT];
        }
        best
    }

    /// The entity with the earliest deadline among those whose vruntime passes `eligible`, which must be monotone: if it
    /// accepts a vruntime it accepts every earlier one.
    pub fn first_eligible(&self, eligible: impl Fn(&A::V) -> bool) -> Option<usize> {
        let mut at = self.root();
        while at != NIL {
            let node = self.node(at);
            let left = node.children[LEFT];
            let on_left = (left != NIL) & eligible(&self.node(left).min_vruntime);
            if !on_left & eligible(&node.vruntime) {
                return Some(at as usize - 1);
            }
            at = node.children[usize::from(!on_left)];
        }
        None
    }

    /// Smallest vruntime.
    pub fn min_vruntime(&self) -> Option<&A::V> {
        (!self.is_empty()).then(|| &self.node(self.root()).min_vruntime)
    }

    /// Largest vruntime.
    pub fn max_vruntime(&self) -> Option<&A::V> {
        (!self.is_empty()).then(|| &self.node(self.root()).max_vruntime)
    }

    /// Smallest slice.
    pub fn min_slice(&self) -> Option<&A::T> {
        self.slices.min()
    }

    /// Largest slice.
    pub fn max_slice(&self) -> Option<&A::T> {
        self.slices.max()
    }

    /// How many rotations its balancing has taken so far (a double rotation counts as two).
    pub fn rotations(&self) -> u64 {
        self.rotations
    }

    /// All entities, earliest deadline first.
    pub fn in_order(&self) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.len);
        let mut path = Vec::new();
        let mut at = self.root();
        while at != NIL || !path.is_empty() {
            while at != NIL {
                path.push(at);
                at = self.node(at).children[LEFT];
            }
            if let Some(up) = path.pop() {
                order.push(up as usize - 1);
                at = self.node(up).children[RIGHT];
            }
        }
        order
    }

    /// Bytes that its nodes take.
    pub fn size(&self) -> usize {
        self.nodes.capacity() * size_of::<Node<A>>()
    }

    fn root(&self) -> u32 {
        self.nodes[NIL as usize].children[LEFT]
    }

    #[inline]
    fn node(&self, at: u32) -> &Node<A> {
        &self.nodes[at as usize]
    }

    #[inline]
    fn node_mut(&mut self, at: u32) -> &mut Node<A> {
        &mut self.nodes[at as usize]
    }

    /// On which side `child` hangs.
    #[inline]
    fn side(&self, parent: u32, child: u32) -> usize {
        usize::from(self.node(parent).children[RIGHT] == child)
    }

    #[inline]
    fn hang(&mut self, parent: u32, side: usize, child: u32) {
        self.node_mut(parent).children[side] = child;
        self.node_mut(child).parent = parent;
    }

    /// Balances from the parent of a new leaf upward, until a subtree has the height it had before.
    fn grow(&mut self, mut at: u32) {
        let mut grown = 1;
        while at != NIL {
            let (parent, height) = (self.node(at).parent, self.node(at).height);
            // It was higher without the side that grew; and a rotation gives it back the height it had.
            if height > grown || self.balance(at) != at {
                return;
            }
            grown += 1;
            at = parent;
        }
    }

    /// Balances and recomputes from `at` upward, after entities with vruntimes from `first` to `last` left its subtree, until a
    /// subtree has the height it had before and its extremes are others.
    fn shrink(&mut self, mut at: u32, first: &A::V, last: &A::V) {
        while at != NIL {
            let node = self.node(at);
            let (height, same) = (node.height, A::before(&node.min_vruntime, first) & A::before(last, &node.max_vruntime));
            self.summarize(at);
            let top = self.balance(at);
            let node = self.node(top);
            if same & (node.height == height) {
                return;
            }
            at = node.parent;
        }
    }

    /// Computes the height of a subtree whose children are right, and rotates it if one side is too high, which then is by three: a
    /// rotation leaves no two sides more than two apart, and after an insertion gives the subtree the height it had. Returns its top.
    #[inline]
    fn balance(&mut self, at: u32) -> u32 {
        let [left, right] = self.node(at).children;
        let (left, right) = (self.node(left).height, self.node(right).height);
        if left.abs_diff(right) > 2 {
            return self.rotate(at, if left > right { LEFT } else { RIGHT });
        }
        self.node_mut(at).height = left.max(right) + 1;
        at
    }

    /// Rotates a subtree that is too high on one side. Returns its new top.
    #[inline(never)]
    fn rotate(&mut self, at: u32, side: usize) -> u32 {
        let heavy = self.node(at).children[side];
        let (outer, inner) = (self.node(heavy).children[side], self.node(heavy).children[1 - side]);
        if self.node(outer).height >= self.node(inner).height {
            self.lift(heavy);
            return heavy;
        }
        self.lift(inner);
        self.lift(inner);
        inner
    }

    /// Rotates `child` over its parent.
    fn lift(&mut self, child: u32) {
        self.rotations += 1;
        let parent = self.node(child).parent;
        let above = self.node(parent).parent;
        let side = self.side(parent, child);
        self.hang(above, self.side(above, parent), child);
        self.hang(parent, side, self.node(child).children[1 - side]);
        self.hang(child, 1 - side, parent);
        // The subtree holds what it held.
        let (min, max) = (self.node(parent).min_vruntime.clone(), self.node(parent).max_vruntime.clone());
        self.summarize(parent);
        let [left, right] = self.node(child).children;
        let height = self.node(left).height.max(self.node(right).height) + 1;
        let node = self.node_mut(child);
        (node.min_vruntime, node.max_vruntime, node.height) = (min, max, height);
    }

    /// Computes extremes and height of a node from its own vruntime and its children.
    #[inline]
    fn summarize(&mut self, at: u32) {
        let children = self.node(at).children;
        let (mut min, mut max) = (self.node(at).vruntime.clone(), self.node(at).vruntime.clone());
        let mut height = 0;
        // A child that is missing changes nothing: nobody's extremes are those of the node itself.
        let nobody = self.node_mut(NIL);
        (nobody.min_vruntime, nobody.max_vruntime) = (min.clone(), max.clone());
        for child in children {
            let child = self.node(child);
            A::keep_earlier(&mut min, &child.min_vruntime);
            A::keep_later(&mut max, &child.max_vruntime);
            height = height.max(child.height);
        }
        let node = self.node_mut(at);
        (node.min_vruntime, node.max_vruntime, node.height) = (min, max, height + 1);
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
        // Ascending, three high beside nobody is still balanced; the fourth tips the root over, the sixth and seventh a subtree each.
        assert_eq!(tree(&[1, 2, 3]).rotations(), 0);
        assert_eq!(tree(&[1, 2, 3, 4]).rotations(), 1);
        assert_eq!(tree(&[1, 2, 3, 4, 5, 6, 7]).rotations(), 3);
        // A bend takes two: first it is made straight.
        assert_eq!(tree(&[1, 4, 3, 2]).rotations(), 2);
        // Left of the root falls away: what is heavier now, the right, comes up.
        let mut leaving = tree(&[2, 1, 3, 4, 5]);
        leaving.remove(1);
        assert_eq!((leaving.rotations(), leaving.in_order()), (1, vec![0, 2, 3, 4]));
    }

    /// Height of a subtree, having checked that every node knows its own and that no two sides are more than two apart.
    fn checked_height(tree: &Timeline<Kernel>, at: u32) -> u8 {
        if at == NIL {
            return 0;
        }
        let [left, right] = tree.node(at).children.map(|child| checked_height(tree, child));
        assert!(left.abs_diff(right) <= 2, "{left} beside {right}");
        assert_eq!(tree.node(at).height, left.max(right) + 1);
        tree.node(at).height
    }

    #[test]
    fn however_entities_come_and_go_no_side_is_more_than_two_higher() {
        let (mut tree, mut random) = (Timeline::<Kernel>::new(300), 1_u64);
        for step in 0..20_000 {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let (id, deadline) = ((random >> 33) as usize % 300, (random >> 50) as i64);
            // Waves: mostly in, then mostly out, so that all sizes occur.
            match tree.contains(id) {
                true if step / 2_000 % 2 == 1 || random >> 62 == 0 => tree.remove(id),
                false if step / 2_000 % 2 == 0 || random >> 62 == 0 => tree.insert(id, &deadline, &deadline, &1, step),
                _ => continue,
            }
            checked_height(&tree, tree.root());
            assert_eq!(tree.in_order().len(), tree.len());
        }
    }
}
