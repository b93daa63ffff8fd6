//! The values born by a day, with their order.

use zug_job::Job;
use zug_partizan::{Arena, Form};

use crate::error::Error;
use crate::report::{BornReport, BornValueReport, ExplainValueReport};

/// The last day whose values are listed with their order.
const LAST_ORDERED: u32 = 2;

/// The values born by a day, which is at most the third: each behind those that are greater, and up to the
/// second day with those directly below it.
///
/// ```
/// use zug::{SolveOptions, born_by};
///
/// let report = born_by(2, &SolveOptions::default().job())?;
/// assert_eq!(report.born.map(|born| born.count), Some(22));
/// # Ok::<(), zug::Error>(())
/// ```
///
/// # Errors
///
/// There are too many values; the caller cancelled, or the memory does not suffice.
pub fn born_by(day: u32, job: &Job) -> Result<ExplainValueReport, Error> {
    let mut arena = Arena::new(job)?;
    let forms = arena.born_by(day)?;
    let count = forms.len();
    let (values_are, are) = match count {
        1 => ("value", "is"),
        _ => ("values", "are"),
    };
    let mut why = vec![format!("{count} {values_are} {are} born by day {day}")];
    let values = if day <= LAST_ORDERED {
        let order = Order::of(&forms, &mut arena)?;
        why[0] += ". Behind the sign > stand those directly below; all ways down have as many steps as the level \
                   in front says.";
        order.values(&forms, &mut arena)?
    } else {
        why[0] += ", here in the order of their stops.";
        let mut forms = forms;
        let mut texts = Vec::with_capacity(count);
        forms.sort_by_cached_key(|&form| {
            let stops = zug_partizan::Side::BOTH.map(|side| arena.stop(form, side));
            std::cmp::Reverse(stops)
        });
        for form in forms {
            texts.push(told(form, &mut arena)?);
        }
        texts
    };
    let width = values.iter().map(|of| of.value.chars().count()).max();
    let width = width.unwrap_or_default();
    why.extend(values.iter().map(|of| match (&of.level, &of.above) {
        (Some(level), Some(above)) => {
            let sign = if above.is_empty() { "" } else { ">" };
            let above = above.join("  ");
            let line = format!(
                "{level:>3}  {:width$}  {}  {sign} {above}",
                of.value, of.class
            );
            line.trim_end().to_owned()
        }
        _ => format!("  {:width$}  {}", of.value, of.class),
    }));
    let mut report = ExplainValueReport::of_lines(None, why);
    report.born = Some(BornReport { day, count, values });
    Ok(report)
}

fn told(form: Form, arena: &mut Arena) -> Result<BornValueReport, Error> {
    Ok(BornValueReport {
        value: arena.text(form)?,
        class: arena.outcome_class(form)?.letter().to_string(),
        level: None,
        above: None,
    })
}

/// Which values are below which.
struct Order {
    /// For each value the places of those that are less.
    less: Vec<Vec<usize>>,
    /// For each value the number of steps of the longest way down.
    levels: Vec<usize>,
}

impl Order {
    fn of(forms: &[Form], arena: &mut Arena) -> Result<Self, Error> {
        let mut less = vec![Vec::new(); forms.len()];
        for (one, below) in less.iter_mut().enumerate() {
            for (other, &form) in forms.iter().enumerate() {
                if one != other && arena.is_at_most(form, forms[one])? {
                    below.push(other);
                }
            }
        }
        let mut levels = vec![0; forms.len()];
        let mut by_number: Vec<usize> = (0..forms.len()).collect();
        by_number.sort_by_key(|&one| less[one].len());
        for one in by_number {
            let below = less[one].iter().map(|&other| levels[other] + 1);
            levels[one] = below.max().unwrap_or(0);
        }
        Ok(Self { less, levels })
    }

    /// The values, the greatest first.
    fn values(&self, forms: &[Form], arena: &mut Arena) -> Result<Vec<BornValueReport>, Error> {
        let mut values = Vec::with_capacity(forms.len());
        for (one, &form) in forms.iter().enumerate() {
            let mut value = told(form, arena)?;
            value.level = Some(self.levels[one]);
            let is_direct = |other: &&usize| {
                let mut between = self.less[one].iter();
                !between.any(|&between| self.less[between].contains(*other))
            };
            let direct = self.less[one].iter().filter(is_direct);
            let mut direct = direct.map(|&other| arena.text(forms[other]));
            let mut direct: Vec<String> = direct.by_ref().collect::<Result<_, _>>()?;
            direct.sort_by_key(|text| (text.len(), text.clone()));
            value.above = Some(direct);
            values.push(value);
        }
        values.sort_by_key(|of| {
            (
                std::cmp::Reverse(of.level),
                of.value.len(),
                of.value.clone(),
            )
        });
        Ok(values)
    }
}
