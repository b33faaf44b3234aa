//! Two drawing backends for tests: one writes down what is drawn, one paints pixels.

use plotters::drawing::{DrawingArea, IntoDrawingArea};
use plotters_backend::text_anchor::HPos;
use plotters_backend::{BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind, FontStyle};
use std::cell::RefCell;
use std::collections::HashMap;
use std::convert::Infallible;
use std::rc::Rc;

pub type Area<B> = DrawingArea<B, plotters::coord::Shift>;
type Done = Result<(), DrawingErrorKind<Infallible>>;

/// A text as it was drawn, device px.
#[derive(Clone, Debug)]
pub struct Text {
    pub text: String,
    pub x: i32,
    pub y: i32,
    pub size: f64,
    pub bold: bool,
    pub align: char,
}

impl Text {
    /// Left, top, right and bottom of what it covers, by the charts' own estimate of widths.
    pub fn bounds(&self) -> (f64, f64, f64, f64) {
        let width = eevdf_lab::chart::text_width(&self.text, self.size, self.bold);
        let left = match self.align {
            '<' => f64::from(self.x),
            '>' => f64::from(self.x) - width,
            _ => f64::from(self.x) - width / 2.0,
        };
        let (y, half) = (f64::from(self.y), self.size * 0.45);
        (left, y - half, left + width, y + half)
    }
}

/// What was drawn, in order.
#[derive(Clone, Debug, Default)]
pub struct Drawn {
    /// One line a call.
    pub calls: Vec<String>,
    pub texts: Vec<Text>,
    /// Paths with their colours.
    pub paths: Vec<((u8, u8, u8), Vec<BackendCoord>)>,
}

/// Writes down what is drawn.
pub struct Scribe {
    size: (u32, u32),
    names: HashMap<(u8, u8, u8), &'static str>,
    pub drawn: Rc<RefCell<Drawn>>,
}

impl Scribe {
    /// A backend of that size, and where it writes; colours are called by `names`.
    pub fn area(size: (u32, u32), names: &[((u8, u8, u8), &'static str)]) -> (Area<Scribe>, Rc<RefCell<Drawn>>) {
        let drawn = Rc::new(RefCell::new(Drawn::default()));
        let names = names.iter().copied().collect();
        (Scribe { size, names, drawn: drawn.clone() }.into_drawing_area(), drawn)
    }

    fn call(&mut self, what: &str, color: BackendColor, rest: String) -> Done {
        let (r, g, b) = color.rgb;
        let name = self.names.get(&color.rgb).map_or_else(|| format!("#{r:02x}{g:02x}{b:02x}"), |n| n.to_string());
        self.drawn.borrow_mut().calls.push(format!("{what} {name} {rest}"));
        Ok(())
    }
}

fn points(path: &[BackendCoord]) -> String {
    path.iter().map(|(x, y)| format!("{x},{y}")).collect::<Vec<_>>().join(" ")
}

impl DrawingBackend for Scribe {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }
    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }
    fn present(&mut self) -> Done {
        Ok(())
    }
    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Done {
        self.call("pixel", color, points(&[at]))
    }
    fn draw_rect<S: BackendStyle>(&mut self, from: BackendCoord, to: BackendCoord, style: &S, fill: bool) -> Done {
        self.call(if fill { "fill" } else { "frame" }, style.color(), points(&[from, to]))
    }
    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done {
        let path: Vec<_> = path.into_iter().collect();
        let text = format!("{}px {}", style.stroke_width(), points(&path));
        self.drawn.borrow_mut().paths.push((style.color().rgb, path));
        self.call("path", style.color(), text)
    }
    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done {
        let path: Vec<_> = path.into_iter().collect();
        let mean = |of: fn(&BackendCoord) -> i32| (path.iter().map(of).sum::<i32>() as f64 / path.len() as f64).round() as i32;
        let centre = (mean(|p| p.0), mean(|p| p.1));
        self.call(&format!("{}-gon", path.len()), style.color(), format!("around {}", points(&[centre])))
    }
    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Done {
        let align = match style.anchor().h_pos {
            HPos::Left => '<',
            HPos::Right => '>',
            HPos::Center => '|',
        };
        let bold = matches!(style.style(), FontStyle::Bold);
        let drawn = Text { text: text.to_string(), x: at.0, y: at.1, size: style.size(), bold, align };
        self.drawn.borrow_mut().texts.push(drawn);
        let weight = if bold { " bold" } else { "" };
        self.call("text", style.color(), format!("{align} {} {text:?}{weight}", points(&[at])))
    }
}

/// The pixels of a bitmap.
#[derive(Clone, Debug, Default)]
pub struct Pixels {
    width: usize,
    colors: Vec<Option<(u8, u8, u8)>>,
}

impl Pixels {
    /// Where that colour is.
    pub fn of(&self, color: (u8, u8, u8)) -> Vec<BackendCoord> {
        let at = |i: usize| ((i % self.width) as i32, (i / self.width) as i32);
        self.colors.iter().enumerate().filter(|(_, c)| **c == Some(color)).map(|(i, _)| at(i)).collect()
    }
}

/// Paints pixels, without smoothing.
pub struct Bitmap {
    size: (u32, u32),
    pixels: Rc<RefCell<Pixels>>,
}

impl Bitmap {
    /// An empty bitmap, and its pixels.
    pub fn area(size: (u32, u32)) -> (Area<Bitmap>, Rc<RefCell<Pixels>>) {
        let pixels = Pixels { width: size.0 as usize, colors: vec![None; (size.0 * size.1) as usize] };
        let pixels = Rc::new(RefCell::new(pixels));
        (Bitmap { size, pixels: pixels.clone() }.into_drawing_area(), pixels)
    }
}

impl DrawingBackend for Bitmap {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }
    fn ensure_prepared(&mut self) -> Done {
        Ok(())
    }
    fn present(&mut self) -> Done {
        Ok(())
    }
    fn draw_pixel(&mut self, at: BackendCoord, color: BackendColor) -> Done {
        let pixels = &mut *self.pixels.borrow_mut();
        if at.0 >= 0 && at.1 >= 0 && at.0 < self.size.0 as i32 && at.1 < self.size.1 as i32 {
            pixels.colors[at.1 as usize * pixels.width + at.0 as usize] = Some(color.rgb);
        }
        Ok(())
    }
    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(&mut self, path: I, style: &S) -> Done {
        let path: Vec<_> = path.into_iter().collect();
        for pair in path.windows(2) {
            let (dx, dy) = (pair[1].0 - pair[0].0, pair[1].1 - pair[0].1);
            let n = dx.abs().max(dy.abs()).max(1);
            for i in 0..=n {
                let share = f64::from(i) / f64::from(n);
                let at = |from: i32, by: i32| from + (f64::from(by) * share).round() as i32;
                self.draw_pixel((at(pair[0].0, dx), at(pair[0].1, dy)), style.color())?;
            }
        }
        Ok(())
    }
    fn draw_text<S: BackendTextStyle>(&mut self, _: &str, _: &S, _: BackendCoord) -> Done {
        Ok(())
    }
}
