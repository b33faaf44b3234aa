//! Thinning of long polylines to what pixels can show.
//!
//! Owns which points stay: of each pixel column the first, lowest, highest and last, in their order. A line through them
//! covers the same pixels as one through all. Must not know what the points are.

/// A polyline in device px that is being drawn from left to right.
#[derive(Default)]
pub(super) struct Line {
    kept: Vec<(i32, i32)>,
    seen: usize,
    column: Option<Column>,
}

impl Line {
    /// Goes on to a point; x must not decrease.
    pub fn to(&mut self, x: i32, y: i32) {
        self.seen += 1;
        match &mut self.column {
            Some(column) if column.x == x => column.add(self.seen, y),
            column => {
                if let Some(done) = column.replace(Column::new(x, self.seen, y)) {
                    done.emit(&mut self.kept);
                }
            }
        }
    }

    /// Ends the line here: the points that are needed. The next one starts empty.
    pub fn end(&mut self) -> Vec<(i32, i32)> {
        if let Some(done) = self.column.take() {
            done.emit(&mut self.kept);
        }
        std::mem::take(&mut self.kept)
    }
}

/// What one pixel column has seen: (position in the line, y).
struct Column {
    x: i32,
    first: (usize, i32),
    top: (usize, i32),
    bottom: (usize, i32),
    last: (usize, i32),
}

impl Column {
    fn new(x: i32, i: usize, y: i32) -> Column {
        Column { x, first: (i, y), top: (i, y), bottom: (i, y), last: (i, y) }
    }

    fn add(&mut self, i: usize, y: i32) {
        if y < self.top.1 {
            self.top = (i, y);
        }
        if y > self.bottom.1 {
            self.bottom = (i, y);
        }
        self.last = (i, y);
    }

    fn emit(self, out: &mut Vec<(i32, i32)>) {
        let mut kept = [self.first, self.top, self.bottom, self.last];
        kept.sort_unstable();
        for (_, y) in kept {
            if out.last() != Some(&(self.x, y)) {
                out.push((self.x, y));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thinned(points: impl IntoIterator<Item = (i32, i32)>) -> Vec<(i32, i32)> {
        let mut line = Line::default();
        points.into_iter().for_each(|(x, y)| line.to(x, y));
        line.end()
    }

    #[test]
    fn a_column_keeps_its_first_lowest_highest_and_last_point_in_order() {
        let line = [(0, 5), (1, 5), (1, 9), (1, 7), (1, 1), (1, 4), (1, 6), (2, 6)];
        assert_eq!(thinned(line), [(0, 5), (1, 5), (1, 9), (1, 1), (1, 6), (2, 6)]);
    }

    #[test]
    fn a_line_with_a_point_a_column_stays_as_it_is_and_repeated_points_go() {
        assert_eq!(thinned([(0, 1), (3, 2), (4, 2)]), [(0, 1), (3, 2), (4, 2)]);
        assert_eq!(thinned([(7, 1), (7, 1), (7, 1)]), [(7, 1)]);
        assert_eq!(thinned([]), []);
    }
}
