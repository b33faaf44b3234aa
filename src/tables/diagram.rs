//! The ASCII diagram of a request-by-request EEVDF run, in small integers.
//!
//! Owns an integer program of its own (it must stay independent of the engine, so that each can be checked against the other):
//! which entity runs next and how the frames look. Must not know recordings; `diagram_step` makes its entities from one.
//!
//! Rules: d = 1024 r / w, V = sum(w v) / W, both rounded down; eligible is W v <= sum(w v); the earliest deadline wins, the first
//! entity on a tie; whoever is picked runs a whole request.

use crate::scenario::quote::quote;
use std::fmt;
use std::str::FromStr;

/// The weight of nice 0: an entity of this weight gets one unit of virtual time for one unit of run time.
pub const NICE0: u64 = 1024;
/// Most entities in one diagram.
pub const MAX_ENTITIES: usize = 8;
/// The last position on the axis.
pub const AXIS_END: u64 = 44;
/// The V at which a run ends unless told otherwise.
pub const DEFAULT_LIMIT: u64 = 20;
/// The largest vruntime, request and virtual request that a line of text is to hold.
pub const MAX_SPAN: u64 = 200;
/// Most frames in one diagram.
const MAX_FRAMES: usize = 1000;

/// One entity as it starts: `v,w,r` on the command line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entity {
    /// vruntime at the start, in units of the axis.
    pub vruntime: u64,
    /// Weight, nice 0 = 1024.
    pub weight: u64,
    /// Request: how long it runs when picked.
    pub request: u64,
}

impl Entity {
    /// d - v of a whole request, rounded down.
    pub fn virtual_request(&self) -> u64 {
        match u128::from(self.weight) {
            0 => 0,
            w => u64::try_from(u128::from(NICE0) * u128::from(self.request) / w).unwrap_or(u64::MAX),
        }
    }
}

/// Reads `v,w,r`.
impl FromStr for Entity {
    type Err = DiagramError;
    fn from_str(text: &str) -> Result<Entity, DiagramError> {
        let numbers: Vec<u64> = text.split(',').map_while(|n| n.trim().parse().ok()).collect();
        match numbers[..] {
            [vruntime, weight, request] if text.split(',').count() == 3 => Ok(Entity { vruntime, weight, request }),
            _ => Err(DiagramError::NotAnEntity(text.to_string())),
        }
    }
}

/// What a diagram can not be drawn of. Entities are counted from 0 and printed as the diagram's letters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DiagramError {
    /// The text is not `v,w,r`.
    NotAnEntity(String),
    /// Nothing to draw.
    NoEntity,
    /// More than [`MAX_ENTITIES`].
    TooMany(usize),
    /// A weight of 0.
    ZeroWeight(usize),
    /// A request of 0.
    ZeroRequest(usize),
    /// The virtual length of the request rounds down to 0, so that v would never move.
    NoProgress(usize, Entity),
    /// A number is larger than [`MAX_SPAN`].
    TooLong(usize, &'static str, u64),
}

impl fmt::Display for DiagramError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            DiagramError::NotAnEntity(text) => {
                write!(
                    f,
                    "{} is not an entity: expected vruntime,weight,request, three whole numbers such as 0,1024,6",
                    quote(text)
                )
            }
            DiagramError::NoEntity => write!(f, "no entity: expected at least one, such as -e 0,1024,6"),
            DiagramError::TooMany(n) => write!(f, "{n} entities: expected at most {MAX_ENTITIES}"),
            DiagramError::ZeroWeight(i) => write!(f, "entity {}: weight is 0: expected at least 1", letter(*i)),
            DiagramError::ZeroRequest(i) => write!(f, "entity {}: request is 0: expected at least 1", letter(*i)),
            DiagramError::NoProgress(i, e) => write!(
                f,
                "entity {}: {NICE0} * {} / {} rounds down to 0, so its vruntime would never move: expected a weight of at most {}",
                letter(*i),
                e.request,
                e.weight,
                u128::from(NICE0) * u128::from(e.request)
            ),
            DiagramError::TooLong(i, what, found) => {
                write!(
                    f,
                    "entity {}: {what} is {found}: expected at most {MAX_SPAN}, as lines of text are only so long",
                    letter(*i)
                )
            }
        }
    }
}

impl std::error::Error for DiagramError {}

/// The state at one pick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// Run time so far.
    pub t: u64,
    /// V, rounded down.
    pub v_avg: u64,
    /// Who is picked.
    pub pick: usize,
    /// vruntime and deadline of each entity before the picked one runs.
    pub spans: Vec<(u64, u64)>,
}

/// Why a run ended before V reached its limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// V is past the end of the axis.
    AxisEnd {
        /// That V.
        v_avg: u64,
    },
    /// The diagram is long enough.
    Frames,
}

impl fmt::Display for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Stop::AxisEnd { v_avg } => write!(f, "V={v_avg} is past the end of the axis ({AXIS_END}): stopped here"),
            Stop::Frames => write!(f, "{MAX_FRAMES} picks are shown: stopped here"),
        }
    }
}

/// A whole run; prints as the diagram.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagram {
    /// The entities at the start.
    pub entities: Vec<Entity>,
    /// Greatest common divisor of the virtual requests.
    pub quantum: u64,
    /// One frame a pick.
    pub frames: Vec<Frame>,
    /// Smallest and largest V - v seen at any pick, and 0.
    pub lags: (i64, i64),
    /// Why it ended early, if it did.
    pub stop: Option<Stop>,
}

/// The diagram of `entities`, up to the pick at which V reaches `limit`, with or without the eligibility test.
pub fn diagram(entities: &[Entity], limit: u64, eligibility: bool) -> Result<String, DiagramError> {
    Ok(run(entities, limit, eligibility)?.to_string())
}

/// As [`diagram`], as numbers.
pub fn run(entities: &[Entity], limit: u64, eligibility: bool) -> Result<Diagram, DiagramError> {
    check(entities)?;
    let requests: Vec<u64> = entities.iter().map(Entity::virtual_request).collect();
    let mut spans: Vec<(u64, u64)> = entities.iter().zip(&requests).map(|(e, d)| (e.vruntime, e.vruntime + d)).collect();
    let mut diagram = Diagram {
        entities: entities.to_vec(),
        quantum: requests.iter().fold(0, |a, b| num_integer::gcd(a, *b)),
        frames: Vec::new(),
        lags: (0, 0),
        stop: None,
    };
    let load: u128 = entities.iter().map(|e| u128::from(e.weight)).sum();
    let mut t = 0;
    loop {
        let sum: u128 = entities.iter().zip(&spans).map(|(e, s)| u128::from(e.weight) * u128::from(s.0)).sum();
        let v_avg = u64::try_from(sum / load).unwrap_or(u64::MAX);
        if v_avg > AXIS_END {
            diagram.stop = Some(Stop::AxisEnd { v_avg });
            return Ok(diagram);
        }
        if diagram.frames.len() == MAX_FRAMES {
            diagram.stop = Some(Stop::Frames);
            return Ok(diagram);
        }
        for (v, _) in &spans {
            let lag = v_avg as i64 - *v as i64;
            diagram.lags = (diagram.lags.0.min(lag), diagram.lags.1.max(lag));
        }
        let eligible = |i: &usize| !eligibility || load * u128::from(spans[*i].0) <= sum;
        // The smallest v is never above the average, so somebody is eligible; `min_by_key` takes the first of equals.
        let pick = (0..spans.len()).filter(eligible).min_by_key(|i| spans[*i].1).unwrap_or(0);
        diagram.frames.push(Frame { t, v_avg, pick, spans: spans.clone() });
        spans[pick] = (spans[pick].1, spans[pick].1 + requests[pick]);
        t += entities[pick].request;
        if v_avg >= limit {
            return Ok(diagram);
        }
    }
}

fn check(entities: &[Entity]) -> Result<(), DiagramError> {
    if entities.is_empty() {
        return Err(DiagramError::NoEntity);
    }
    if entities.len() > MAX_ENTITIES {
        return Err(DiagramError::TooMany(entities.len()));
    }
    for (i, e) in entities.iter().enumerate() {
        if e.weight == 0 {
            return Err(DiagramError::ZeroWeight(i));
        }
        if e.request == 0 {
            return Err(DiagramError::ZeroRequest(i));
        }
        if e.virtual_request() == 0 {
            return Err(DiagramError::NoProgress(i, *e));
        }
        for (what, n) in [("vruntime", e.vruntime), ("request", e.request), ("1024 * request / weight", e.virtual_request())] {
            if n > MAX_SPAN {
                return Err(DiagramError::TooLong(i, what, n));
            }
        }
    }
    Ok(())
}

/// The letter of an entity.
pub fn letter(i: usize) -> char {
    char::from(b'A' + (i % 26) as u8)
}

impl fmt::Display for Diagram {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for e in &self.entities {
            writeln!(f, "d = {}", e.virtual_request())?;
        }
        writeln!(f, "q = {}\n", self.quantum)?;
        for frame in &self.frames {
            writeln!(f, "{frame}\n\n")?;
        }
        if let Some(stop) = self.stop {
            writeln!(f, "{stop}\n")?;
        }
        writeln!(f, "lags: {}, {}\n", self.lags.0, self.lags.1)?;
        writeln!(f, "{}\n", self.letters())
    }
}

impl Diagram {
    /// Who ran when: one letter per quantum of run time (begun ones count), upper case for the first of a run.
    pub fn letters(&self) -> String {
        let mut line = String::new();
        for frame in &self.frames {
            let count = self.entities[frame.pick].request.div_ceil(self.quantum) as usize;
            line.push(letter(frame.pick));
            line.extend(std::iter::repeat_n(letter(frame.pick).to_ascii_lowercase(), count - 1));
        }
        line
    }
}

impl fmt::Display for Frame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "t={} V={}", self.t, self.v_avg)?;
        for (i, (v, d)) in self.spans.iter().enumerate() {
            let mark = if i == self.pick { '>' } else { ' ' };
            writeln!(f, "{mark}{} {:v$}{}", letter(i), "", bar(d - v), v = *v as usize)?;
        }
        let axis: String = (0..=AXIS_END)
            .map(|x| match x {
                x if x == self.v_avg => '*',
                x if x % 10 == 0 => '|',
                _ => '-',
            })
            .collect();
        write!(f, "   {axis}")
    }
}

/// `|---<`, one character a unit.
fn bar(length: u64) -> String {
    match length as usize {
        0 | 1 => "<".to_string(),
        n => format!("|{}<", "-".repeat(n - 2)),
    }
}
