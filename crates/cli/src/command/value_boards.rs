//! `zug value` with `--boards`, `--positions` or `--find`: values of many boards.

use std::io::Write;

use anyhow::Result;
use zug::report::ValueBoardsReport;
use zug::{
    BoardWorth, FoundValue, SolveOptions, ValueCount, find_value, positions_by_value,
    value_in_latex, values_of_boards,
};
use zug_draw::column;

use crate::arguments::{TableFormat, ValueArguments};
use crate::exit::NotFound;
use crate::{json, output, question};

/// Whether the arguments ask about many boards.
pub(super) fn is_asked(arguments: &ValueArguments) -> bool {
    let many = &arguments.many;
    many.find.is_some() || many.boards || many.positions
}

pub(super) fn run(arguments: &ValueArguments) -> Result<()> {
    let asked = arguments.expression.join(" ");
    let rules = &question::known_rules;
    let solver = &arguments.solver;
    let mut out = output::answers();
    if let Some(value) = &arguments.many.find {
        let search = question::stoppable(solver, |options| {
            Ok(find_value(value, &asked, rules, options)?)
        })?;
        if arguments.json {
            json::write(&mut out, &ValueBoardsReport::of_search(&asked, &search))?;
        } else {
            write_search(&mut out, &search)?;
        }
        return match search.found {
            Some(_) => Ok(()),
            None => Err(NotFound.into()),
        };
    }
    if arguments.many.positions {
        let counts = question::stoppable(solver, |options| {
            Ok(positions_by_value(&asked, rules, options)?)
        })?;
        let report = || ValueBoardsReport::of_positions(&asked, &counts);
        return if arguments.json {
            Ok(json::write(&mut out, &report())?)
        } else {
            write_table(&mut out, arguments, &rows_of_positions(&counts))
        };
    }
    let boards = question::stoppable(solver, |options| {
        Ok(values_of_boards(&asked, rules, options)?)
    })?;
    if arguments.json {
        Ok(json::write(
            &mut out,
            &ValueBoardsReport::of_boards(&asked, &boards),
        )?)
    } else {
        write_table(&mut out, arguments, &rows_of_boards(&boards))
    }
}

fn write_search(out: &mut impl Write, search: &FoundValue) -> Result<()> {
    let FoundValue {
        value,
        found,
        boards,
        last_board,
        positions,
        too_large,
        ..
    } = search;
    let s = |number| if number == 1 { "" } else { "s" };
    match found {
        Some(found) => writeln!(out, "{found} is worth {value}")?,
        None => writeln!(out, "no position that was searched is worth {value}")?,
    }
    let upto = last_board.as_ref();
    let upto = upto.map_or_else(String::new, |board| format!(", up to {board}"));
    writeln!(
        out,
        "{positions} position{} of {boards} board{} searched{upto}",
        s(*positions),
        s(*boards)
    )?;
    if found.is_none() && *too_large > 0 {
        let s = s(*too_large);
        writeln!(
            out,
            "{too_large} board{s} left out, of more than 2^18 states each"
        )?;
    }
    Ok(())
}

/// The columns whose fields are values.
const MEASURES: [&str; 5] = ["value", "left stop", "right stop", "mean", "temperature"];

/// A table: the names of the columns, then the rows.
fn rows_of_boards(boards: &[BoardWorth]) -> Vec<Vec<String>> {
    let names = boards.first().map(|board| &board.parameters);
    let names = names.into_iter().flatten().map(|(name, _)| name.clone());
    let [value, measures @ ..] = MEASURES;
    let measures = [value, "class"].into_iter().chain(measures);
    let mut rows = vec![names.chain(measures.map(str::to_owned)).collect::<Vec<_>>()];
    rows.extend(boards.iter().map(|board| {
        let worth = &board.worth;
        let measures = [
            worth.value.clone(),
            worth.class.letter().to_string(),
            worth.left_stop.clone(),
            worth.right_stop.clone(),
            worth.mean.clone(),
            worth.temperature.clone(),
        ];
        let parameters = board.parameters.iter().map(|(_, value)| value.clone());
        parameters.chain(measures).collect()
    }));
    rows
}

fn rows_of_positions(counts: &[ValueCount]) -> Vec<Vec<String>> {
    let mut rows = vec![["value", "positions", "first"].map(str::to_owned).to_vec()];
    rows.extend(counts.iter().map(|count| {
        vec![
            count.value.clone(),
            count.count.to_string(),
            count.first.clone(),
        ]
    }));
    rows
}

fn write_table(
    out: &mut impl Write,
    arguments: &ValueArguments,
    rows: &[Vec<String>],
) -> Result<()> {
    match arguments.many.format {
        TableFormat::Text => {
            let columns = rows.first().map_or(0, Vec::len);
            let of_column = |column: usize| rows.iter().map(move |row| &*row[column]);
            let widths = (0..columns).map(|column| column::width(of_column(column)));
            let widths: Vec<usize> = widths.collect();
            for row in rows {
                let fields = row.iter().zip(&widths);
                let fields = fields.map(|(field, width)| format!("{field:width$}"));
                let line = fields.collect::<Vec<_>>().join("  ");
                writeln!(out, "{}", line.trim_end())?;
            }
        }
        TableFormat::Csv => {
            for row in rows {
                let fields: Vec<String> = row.iter().map(|field| quoted(field)).collect();
                writeln!(out, "{}", fields.join(","))?;
            }
        }
        TableFormat::Latex => {
            let solver = &arguments.solver;
            write!(
                out,
                "{}",
                question::stoppable(solver, |options| in_latex(rows, options))?
            )?;
        }
    }
    Ok(())
}

/// A table as a tabular of LaTeX: values in mathematics mode, all else as it is written.
fn in_latex(rows: &[Vec<String>], options: &SolveOptions) -> Result<String> {
    let Some((head, rows)) = rows.split_first() else {
        return Ok(String::new());
    };
    let job = options.job();
    let mut lines = vec![
        format!(r"\begin{{tabular}}{{{}}}", "l".repeat(head.len())),
        format!(r"{} \\", head.join(" & ").replace('_', r"\_")),
        r"\hline".to_owned(),
    ];
    for row in rows {
        let fields = head.iter().zip(row).map(|(column, field)| {
            Ok(if MEASURES.contains(&&**column) {
                format!("${}$", value_in_latex(field, &job)?)
            } else if field.chars().all(char::is_alphanumeric) {
                field.clone()
            } else {
                format!(r"\verb|{field}|")
            })
        });
        let fields: Vec<String> = fields.collect::<Result<_>>()?;
        lines.push(format!(r"{} \\", fields.join(" & ")));
    }
    lines.push(r"\end{tabular}".to_owned());
    Ok(lines.join("\n") + "\n")
}

/// A field of a CSV file.
fn quoted(field: &str) -> String {
    if field.contains([',', '"', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_owned()
    }
}
